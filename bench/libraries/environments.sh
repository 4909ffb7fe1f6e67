#!/bin/sh
# Makes the environments of the libraries, each with pinned versions, in the folder that is named: sh environments.sh <folder>
set -e
folder=${1:?name the folder of the environments}
python=${PYTHON:-python3}
mkdir -p "$folder"
for environment in "opendp-0.15.0 opendp==0.15.0" "opendp-0.15.1 opendp==0.15.1" \
  "opendp-0.16.0 opendp==0.16.0" \
  "diffprivlib-0.6.6 diffprivlib==0.6.6 scikit-learn==1.5.2"; do
  set -- $environment
  name=$1
  shift
  "$python" -m venv "$folder/$name"
  "$folder/$name/bin/pip" install --quiet --disable-pip-version-check "$@"
done
