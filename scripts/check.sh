#!/bin/sh
# Runs every check, also after one has failed, and says at the end which did.
set -u
cd "$(dirname "$0")/.." || exit 2
bin=.venv/bin
failed=""

check() {
    name=$1
    shift
    echo "== $name"
    "$@" || failed="$failed $name"
}

check format $bin/ruff format --check --quiet .
check lint $bin/ruff check --quiet .
check types $bin/mypy
check floors $bin/lint-imports --no-logo
check documentation $bin/python scripts/check_docs.py
if [ -n "$failed" ]; then
    echo "== failed:$failed"
    exit 1
fi
echo "== all checks passed"
