"""What stands before the admin pages, asked over HTTP."""

from collections.abc import Callable
from typing import Any

import pytest

from lookclear.cli.entry import main
from tests.search_ui.admin.conftest import Admin

TOKEN = "a-secret-of-24-characters"
ROOMS = ("", "/login")


@pytest.mark.parametrize("room", ROOMS)
def test_admin_pages_are_not_kept_not_framed_and_run_own_scripts_only(admin: Admin, room: str) -> None:
    response = admin.client.get(f"/admin{room}")
    policy = response.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["x-frame-options"] == "DENY"


def test_the_form_cookie_is_for_this_site_alone(admin: Admin) -> None:
    line = admin.client.get("/admin").headers["set-cookie"]
    assert "HttpOnly" in line
    assert "SameSite=Strict" in line
    assert "set-cookie" not in admin.client.get("/admin").headers
    assert "set-cookie" not in admin.client.get("/").headers


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}, {"Origin": "null"}],
)
def test_a_form_of_another_site_changes_nothing(admin: Admin, headers: dict[str, str]) -> None:
    token = admin.page("/admin").cssselect("input[name=token]")[0].get("value")
    response = admin.client.post("/admin/crawl", data={"token": token, "do": "start"}, headers=headers)
    assert response.status_code == 403
    assert not (admin.folder / "data" / "crawl.log").exists()


@pytest.mark.parametrize("token", ["", "x", "é" * 10])
def test_a_form_without_its_token_changes_nothing(admin: Admin, token: str) -> None:
    admin.page("/admin")
    response = admin.client.post("/admin/crawl", data={"token": token, "do": "start"})
    assert response.status_code == 403
    assert "out of date" in response.text


def test_a_body_that_is_no_form_or_too_large_is_refused(admin: Admin) -> None:
    assert admin.client.post("/admin/crawl", json={"do": "start"}).status_code == 415
    assert admin.client.post("/admin/crawl", data={"do": "x" * 600_000}).status_code == 413


@pytest.mark.parametrize(
    ("client", "base"), [("8.8.8.8", "http://127.0.0.1"), ("127.0.0.1", "http://a.test")]
)
def test_others_than_this_machine_are_told_where_to_go(
    make_admin: Callable[..., Any], client: str, base: str
) -> None:
    site = make_admin(client=(client, 5000), base=base).client
    response = site.get("/admin")
    assert response.status_code == 403
    assert "this machine alone" in response.text
    assert site.get("/").status_code == 200


def test_with_a_token_one_logs_in_and_out(make_admin: Callable[..., Any]) -> None:
    site = make_admin(token=TOKEN, client=("8.8.8.8", 1), base="https://marsh.example").client
    asked = site.get("/admin", follow_redirects=False)
    assert asked.status_code == 303
    assert asked.headers["location"].startswith("/admin/login")
    form = site.get("/admin/login?next=/admin").text
    token = form.partition('name="token" value="')[2].partition('"')[0]
    wrong = site.post("/admin/login", data={"token": token, "secret": "guess"})
    assert wrong.status_code == 403
    assert "not the token" in wrong.text
    right = site.post(
        "/admin/login",
        data={"token": token, "secret": TOKEN, "next": "//evil.example"},
        follow_redirects=False,
    )
    assert right.headers["location"] == "/admin"
    line = right.headers["set-cookie"]
    assert {"HttpOnly", "Secure", "SameSite=Strict"} <= {part.strip() for part in line.split(";")}
    assert TOKEN not in line
    page = site.get("/admin").text
    own = page.partition('name="token" value="')[2].partition('"')[0]
    site.post("/admin/logout", data={"token": own})
    assert site.get("/admin", follow_redirects=False).status_code == 303


def test_a_program_sends_the_token_itself(make_admin: Callable[..., Any]) -> None:
    site = make_admin(token=TOKEN, client=("8.8.8.8", 1)).client
    assert site.get("/admin", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_a_site_without_admin_pages_has_none(make_admin: Callable[..., Any]) -> None:
    assert make_admin(admin=False).client.get("/admin").status_code == 404


def test_serving_in_public_without_a_token_is_refused(
    admin: Admin, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LOOKCLEAR_ADMIN_TOKEN", raising=False)
    assert main(["serve", str(admin.folder), "--host", "0.0.0.0", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert "LOOKCLEAR_ADMIN_TOKEN" in said
    assert "--no-admin" in said
