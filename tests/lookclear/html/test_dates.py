from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.html.dates import CHINA, is_plausible, parse_date, zone_of
from tests.lookclear.html.fragments import TEXTS


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-03-05T10:30:00Z", "2024-03-05T10:30"),
        ("2024-03-05T10:30:00.123+08:00", "2024-03-05T02:30"),
        ("2024-03-05T10:30+0800", "2024-03-05T02:30"),
        ("2024-03-05 10:30:00", "2024-03-05T10:30"),
        ("2024-03-05", "2024-03-05T12:00"),
        ("2024-3-5", "2024-03-05T12:00"),
        ("2024/03/05 08:09", "2024-03-05T08:09"),
        ("2024.03.05", "2024-03-05T12:00"),
        ("2024 - 03 - 05", "2024-03-05T12:00"),
        ("2024 . 3 . 5", "2024-03-05T12:00"),
        ("2024. 3. 5. 10:30", "2024-03-05T12:00"),
        ("2024-03-05 - 2024-04-01", "2024-03-05T12:00"),
        ("13/2/2003 - 14/5/2006", "2003-02-13T12:00"),
        ("from 25/12/2003 - 4/5/2006", "2003-12-25T12:00"),
        ("2024 年3月 5 日", "2024-03-05T12:00"),
        ("20240305", "2024-03-05T12:00"),
        ("20240305T103000Z", "2024-03-05T10:30"),
        ("1709634600", "2024-03-05T10:30"),
        ("1709634600000", "2024-03-05T10:30"),
        ("1709634600.25", "2024-03-05T10:30:00.250"),
        ("500000000", "1985-11-05T00:53:20"),
        ("500000000.12", "1985-11-05T00:53:20.120"),
        ("500000000120", "1985-11-05T00:53:20.120"),
        ("March 5, 2024", "2024-03-05T12:00"),
        ("Mar 5, 2024 at 3:45 PM", "2024-03-05T15:45"),
        ("Sept. 5, 2024 12:10 am", "2024-09-05T00:10"),
        ("5 Mar 2024", "2024-03-05T12:00"),
        ("the 5th of March 2024", "2024-03-05T12:00"),
        ("Tue, 05 Mar 2024 10:30:00 GMT", "2024-03-05T10:30"),
        ("Tuesday, 05-Mar-2024 10:30:00 PST", "2024-03-05T18:30"),
        ("05.03.2024", "2024-03-05T12:00"),
        ("25/12/2023", "2023-12-25T12:00"),
        ("12/25/2023 10:00", "2023-12-25T10:00"),
        ("2024年3月5日", "2024-03-05T12:00"),
        ("2024年3月5日 10:30", "2024-03-05T10:30"),
        ("2024 年 03 月 05 日 下午 3:20", "2024-03-05T15:20"),
        ("发布于 2024年03月05日 10时30分 来源", "2024-03-05T10:30"),
    ],
)
def test_dates_in_many_forms_are_read(text: str, moment: str) -> None:
    assert parse_date(text) == datetime.fromisoformat(moment).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    ["", "no date", "1/2/2003 - 4/5/2006", "2003 - 4/5", "2003 / 4-5", "2003- 4-5", "2003 -4 -5",
     "2003. 4. 5. 6", "2024年1-4月",
     "1/2/2003-4/5/2006", "1/2/2003 - 4 - 5/6/2007", "2003 - 4 - 5 - 6",
     "03/04/2024", "2024-13-05", "2024-02-30", "2024", "2024-03", "1234-56-78",
     "Foo 5, 2024",
     "5 minutes ago", "刚刚", "10:30", "99999999999999999999"],
)  # fmt: skip
def test_what_is_no_date_or_ambiguous_is_left_unread(text: str) -> None:
    assert parse_date(text) is None


def test_times_without_a_zone_are_in_the_zone_of_the_page() -> None:
    assert zone_of("zh") is CHINA
    assert zone_of("en") is UTC
    assert parse_date("2024-03-05 10:30", CHINA) == datetime(2024, 3, 5, 2, 30, tzinfo=UTC)
    assert parse_date("2024-03-05", CHINA) == datetime(2024, 3, 5, 4, 0, tzinfo=UTC)
    assert parse_date("2024-03-05 10:30Z", CHINA) == datetime(2024, 3, 5, 10, 30, tzinfo=UTC)
    assert parse_date("2024-03-05 10:30 CST", CHINA) == datetime(2024, 3, 5, 2, 30, tzinfo=UTC)
    assert parse_date("2024-03-05 10:30 CST") == datetime(2024, 3, 5, 16, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("year", "plausible"), [(1970, False), (1989, False), (1990, True), (2024, True), (2025, False)]
)
def test_dates_before_the_web_and_in_the_future_are_not_plausible(year: int, plausible: bool) -> None:
    assert is_plausible(datetime(year, 1, 2, tzinfo=UTC), datetime(2024, 3, 5, tzinfo=UTC)) is plausible


def test_without_a_clock_the_future_cannot_be_told() -> None:
    assert is_plausible(datetime(2150, 1, 1, tzinfo=UTC), None)


@given(seconds=st.integers(631_152_000, 2_840_140_800))  # 1990 to 2060
def test_iso_dates_come_back_as_they_were(seconds: int) -> None:
    moment = datetime.fromtimestamp(seconds, UTC)
    assert parse_date(moment.isoformat()) == moment
    assert parse_date(moment.astimezone(CHINA).isoformat()) == moment


@given(st.text(alphabet="0123456789-/:. TZ年月日Mar,+", max_size=60) | st.text() | TEXTS)
def test_no_text_breaks_the_reader(text: str) -> None:
    moment = parse_date(text)
    assert moment is None or moment.tzinfo is UTC
