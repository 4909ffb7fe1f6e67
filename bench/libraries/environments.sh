#!/bin/sh
# Makes the environments of the libraries, each with pinned versions, in the folder that is named: sh environments.sh <folder>
set -e
folder=${1:?name the folder of the environments}
python=${PYTHON:-python3}
mkdir -p "$folder"
for environment in "opendp-0.15.0 opendp==0.15.0" "opendp-0.15.1 opendp==0.15.1" \
  "opendp-0.16.0 opendp==0.16.0" \
  "diffprivlib-0.6.6 diffprivlib==0.6.6 scikit-learn==1.5.2" \
  "smartnoise-sql-1.0.6 smartnoise-sql==1.0.6 opendp==0.12.1" \
  "smartnoise-sql-1.0.10 smartnoise-sql==1.0.10 opendp==0.14.2" \
  "smartnoise-synth-1.0.5 numpy==2.4.6 pandas==2.3.3" "smartnoise-synth-1.0.6 numpy==2.4.6 pandas==2.3.3" \
  "smartnoise-synth-1.0.8 numpy==2.4.6 pandas==2.3.3 mbi==1.1.0 jax==0.10.2 jaxlib==0.10.2 networkx==3.6.1 disjoint-set==0.9.0 \
    Faker==40.54.0 smartnoise-sql==1.0.10 opendp==0.14.2" \
  "jax-privacy-2.0.0 jax-privacy==2.0.0 jax==0.10.2 jaxlib==0.10.2"; do
  set -- $environment
  name=$1
  shift
  "$python" -m venv "$folder/$name"
  "$folder/$name/bin/pip" install --quiet --disable-pip-version-check "$@"
  case $name in
    smartnoise-synth-*) # what is judged needs not all of its requirements: no PyTorch, and the covariance none
      "$folder/$name/bin/pip" install --quiet --disable-pip-version-check --no-deps "smartnoise-synth==${name##*-}" ;;
  esac
done
