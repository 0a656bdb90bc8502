"""Makes the repository ready to run: `python3 scripts/setup.py run` or `… test`.

Needs nothing but Python. Creates `.venv`, installs the locked packages and LookClear itself into it, and
installs the Debian packages the work needs where it may (root with apt-get); elsewhere it says what is
missing and what is left out because of that. What is already done is not done again.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = {"run": ["requirements.txt"], "test": ["requirements.txt", "requirements-dev.txt"]}
OLDEST_SCRAPY = "2.16.0"
OLDEST_FOLDER = ROOT / ".scrapy-oldest"
MIN_PYTHON = (3, 11)
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CJK_FONTS = ("*CJK*", "wqy-*", "*DroidSansFallback*")


def main(purpose):
    """Set up for `purpose`, "run" or "test"; return the exit code."""
    if sys.version_info < MIN_PYTHON:
        return use_newer_python(purpose)
    install_debian_packages(purpose)
    if not make_venv():
        return 1
    done = install_python_packages(purpose)
    if done and purpose == "test":
        done = install_oldest_scrapy()
    return 0 if done else 1


def say(text):
    """Print one line of progress at once."""
    print(f"[set-up] {text}", flush=True)


def use_newer_python(purpose):
    """Start again under a Python that is new enough, if there is one."""
    for minor in range(20, MIN_PYTHON[1] - 1, -1):
        name = shutil.which(f"python3.{minor}")
        if name:
            return subprocess.run([name, __file__, purpose], check=False).returncode
    have = ".".join(map(str, sys.version_info[:3]))
    say(f"LookClear needs Python 3.11 or newer; this is {have}, and there is no other")
    say("install one, or name it: make PYTHON=/path/to/python3.11")
    return 1


def missing_programs(purpose):
    """Return {Debian package: what does not work without it} for what is not there."""
    missing = {}
    if importlib.util.find_spec("ensurepip") is None and not PYTHON.exists():
        name = f"python3.{sys.version_info.minor}-venv"
        missing[name] = "no virtual environment can be made"
    if purpose == "test":
        if not shutil.which("redis-server"):
            missing["redis-server"] = "the tests of the Redis frontier are skipped"
        if chromium() is None:
            missing["chromium"] = "the browser tests are skipped"
        if not has_cjk_font():
            missing["fonts-noto-cjk"] = "screenshots show boxes in place of Chinese characters"
    return missing


def chromium():
    """Return the browser for tests and screenshots: $LOOKCLEAR_CHROMIUM, else what the path has; None."""
    return os.environ.get("LOOKCLEAR_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def has_cjk_font():
    """Tell whether a font with Chinese characters is installed."""
    folders = [Path(name).expanduser() for name in FONT_FOLDERS]
    return any(next(folder.rglob(pattern), None) for folder in folders for pattern in CJK_FONTS)


def install_debian_packages(purpose):
    """Install what is missing where that is allowed, and say what stays missing."""
    missing = missing_programs(purpose)
    if not missing:
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        say(f"installing Debian packages: {' '.join(missing)}")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
        quietly(["apt-get", "update"], env=environment)
        quietly(install, env=environment)
        missing = missing_programs(purpose)
    for package, effect in missing.items():
        say(f"missing: {package} ({effect}); to install it: apt-get install {package}")


def quietly(command, env=None):
    """Run a command and show its output only when it fails; return whether it succeeded."""
    begin = time.monotonic()
    run = subprocess.run(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if run.returncode == 0:
        return True
    tail = run.stdout.decode("utf-8", "replace").strip().splitlines()[-15:]
    say(f"failed after {time.monotonic() - begin:.0f} s: {' '.join(map(str, command))}")
    for line in tail:
        print(f"    {line}", flush=True)
    return False


def make_venv():
    """Create `.venv` unless a working one is there; one that does not run any more is replaced."""
    works = PYTHON.exists() and quietly_ok(
        [PYTHON, "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"]
    )
    if works:
        return True
    if VENV.exists() and not (VENV / "pyvenv.cfg").exists():
        say(f"{VENV} is there but is no virtual environment; move it away")
        return False
    if importlib.util.find_spec("ensurepip") is None:
        say(f"this Python cannot make a virtual environment: install python3.{sys.version_info.minor}-venv")
        return False
    say(f"creating .venv with Python {'.'.join(map(str, sys.version_info[:3]))}")
    return quietly([sys.executable, "-m", "venv", "--clear", VENV])


def quietly_ok(command):
    """Tell whether a command runs and succeeds, showing nothing."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def install_python_packages(purpose):
    """Install the lock and the project itself, unless a stamp says that just this was done."""
    if VENV.is_symlink():
        say(".venv is a link to a shared environment; nothing is installed into it")
        return True
    stamp = VENV / f"installed-{purpose}"
    digest = digest_of([*LOCKS[purpose], "pyproject.toml", "scripts/setup.py"])
    if is_stamped(stamp, digest):
        return True
    locks = [part for name in LOCKS[purpose] for part in ("-r", name)]
    begin = time.monotonic()
    say(f"installing Python packages of {' and '.join(LOCKS[purpose])} (about a minute)")
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--no-input", "--quiet"]
    if not (quietly([*pip, *locks]) and quietly([*pip, "--no-deps", "--editable", "."])):
        return False
    stamp.write_text(digest)
    say(f"installed in {time.monotonic() - begin:.0f} s")
    return True


def install_oldest_scrapy():
    """Put the oldest supported Scrapy beside the environment, for the second run of the adapter tests."""
    stamp = OLDEST_FOLDER / "installed"
    if is_stamped(stamp, OLDEST_SCRAPY):
        return True
    say(f"installing Scrapy {OLDEST_SCRAPY}, the oldest supported, into {OLDEST_FOLDER.name}")
    shutil.rmtree(OLDEST_FOLDER, ignore_errors=True)
    pip = [
        PYTHON,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--no-input",
        "--quiet",
        "--no-deps",
    ]
    if not quietly([*pip, "--target", OLDEST_FOLDER, f"scrapy=={OLDEST_SCRAPY}"]):
        return False
    stamp.write_text(OLDEST_SCRAPY)
    return True


def is_stamped(stamp, digest):
    """Tell whether the stamp file says that just this is installed."""
    return stamp.exists() and stamp.read_text() == digest


def digest_of(names):
    """Return a digest of the repository's place and of these files' contents.

    The place counts because an environment holds absolute paths: a moved one is installed again.
    """
    digest = hashlib.sha256(str(ROOT).encode())
    for name in names:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LOCKS:
        sys.exit("usage: python3 scripts/setup.py run|test")
    try:
        sys.exit(main(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit("[set-up] interrupted; run it again to go on")
