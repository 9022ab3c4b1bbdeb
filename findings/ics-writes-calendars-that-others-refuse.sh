#!/bin/sh
# ics 0.7.3 adds CALSCALE:GEORGIAN to each calendar that it has read, for GREGORIAN, and writes times with a zone in UTC,
# while the rule of a series, its exceptions and what it does not know stay as they were. icalendar 7.3.2 with
# recurring-ical-events 3.8.2 refuses the file. With that line taken out, a card night each Friday at 19:30 begins at 18:30
# once the summer time has ended, and the one that was moved to Saturday is there twice.
# Guess: a calendar that is read and written unchanged says the same; a scale that does not exist is not written (RFC 5545,
# 3.7.1 knows only GREGORIAN, which is meant if there is none).
# (ics-py/ics-py#302 and #188 tell of both, of 2021 and 2019, and are closed; 0.7.3 of 2026 still does so. That an evening is
# doubled by it is not told there.)
# It matters: many calendar programs read such a file all the same, and the players of the moved evening come on the wrong
# day; before the end of October nothing of it is seen.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "ics==0.7.3" "icalendar==7.3.2" "recurring-ical-events==3.8.2"
cat > "$folder/write.py" <<'WRITE'
from zoneinfo import ZoneInfo

import icalendar
import ics
import recurring_ical_events

NIGHTS = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Card nights//EN
BEGIN:VTIMEZONE
TZID:Europe/Vienna
BEGIN:DAYLIGHT
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:fridays@example.org
DTSTAMP:20260901T080000Z
DTSTART;TZID=Europe/Vienna:20261016T193000
DURATION:PT5H
RRULE:FREQ=WEEKLY;COUNT=4
SUMMARY:Card night
END:VEVENT
BEGIN:VEVENT
UID:fridays@example.org
RECURRENCE-ID;TZID=Europe/Vienna:20261030T193000
DTSTAMP:20260901T080000Z
DTSTART;TZID=Europe/Vienna:20261031T190000
DURATION:PT5H
SUMMARY:Moved to Saturday
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")


def show(told, text):
    print(f"{told}:", *(line for line in text.splitlines() if line.startswith("CALSCALE")))
    try:
        nights = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between((2026, 10, 1), (2026, 12, 1))
    except ValueError as error:
        print(" ", error)
        return
    for night in sorted(nights, key=lambda night: night.start):
        print(" ", night.start.astimezone(ZoneInfo("Europe/Vienna")).strftime("%a %d %b %H:%M"), night["SUMMARY"])


written = ics.Calendar(NIGHTS).serialize()
show("as it was", NIGHTS)
show("read and written", written)
show("without the scale", written.replace("CALSCALE:GEORGIAN\r\n", ""))
WRITE
"$folder/venv/bin/python" "$folder/write.py" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
as it was:
  Fri 16 Oct 19:30 Card night
  Fri 23 Oct 19:30 Card night
  Sat 31 Oct 19:00 Moved to Saturday
  Fri 06 Nov 19:30 Card night
read and written: CALSCALE:GEORGIAN
  Only Gregorian calendars are supported.
without the scale:
  Fri 16 Oct 19:30 Card night
  Fri 23 Oct 19:30 Card night
  Fri 30 Oct 18:30 Card night
  Sat 31 Oct 19:00 Moved to Saturday
  Fri 06 Nov 18:30 Card night
SEEN
diff "$folder/expected" "$folder/seen"
