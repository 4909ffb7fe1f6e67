#!/bin/sh
# Builds the package from the sources in the current folder and installs it into the folder that is named, with the versions of
# package-lock.json and without what only developers use. Both recipes in this folder run it, so that they build the same.
set -eu

target=${1:?usage: sh bin/containers/install.sh FOLDER}

node bin/setup.js packages build
mkdir -p "$target"
npm pack --ignore-scripts --silent --pack-destination "$target"
tar -xzf "$target"/epsilab-*.tgz -C "$target" --strip-components=1
rm "$target"/epsilab-*.tgz
cp package-lock.json "$target"
cd "$target"
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
chmod -R a+rX .
