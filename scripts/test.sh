#!/bin/sh
# Runs the tests: the adapters once with the oldest supported Scrapy, then everything with the locked versions.
# The last line is pytest's summary of the whole suite. Arguments go to that second run.
set -u
cd "$(dirname "$0")/.." || exit 2
python=.venv/bin/python
adapters="tests/lookclear/adapters"
failed=0

if [ -d "$adapters" ] && [ $# -eq 0 ]; then
    oldest=$(PYTHONPATH=.scrapy-oldest $python -c 'import scrapy; print(scrapy.__version__)')
    echo "== adapter tests with Scrapy $oldest, the oldest supported"
    PYTHONPATH="$PWD/.scrapy-oldest" $python -m pytest -n 2 --dist loadfile -m "not any_scrapy" "$adapters" || failed=1
fi

newest=$($python -c 'import scrapy; print(scrapy.__version__)')
echo "== all tests with Scrapy $newest"
$python -m pytest -n 2 --dist loadfile "$@" || failed=1
if [ $failed -ne 0 ] && [ -n "${oldest:-}" ]; then
    echo "== a test failed above" >&2
fi
exit $failed
