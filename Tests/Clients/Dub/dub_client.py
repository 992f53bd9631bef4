"""Drives a daemon's short links with Dub's own client.

usage: dub_client.py ADMIN TOKEN LIMITED FRONT, where ADMIN and FRONT are http://127.0.0.1:PORT, and LIMITED is a token for
another site; the site is that of the shipped example
"""
import sys
import time
import urllib.error
import urllib.request
import warnings

from dub import Dub
from dub.models import errors

warnings.simplefilter("ignore", DeprecationWarning)
admin, token, limited, front = sys.argv[1:]
dub = Dub(token=token, server_url=admin + "/dub")
DOMAIN = "example.page.link"
PAGE = "https://www.example.com/offer"


def expect(kind, words, call):
    try:
        call()
    except kind as error:
        assert words in str(error), str(error)
        assert error.data.error.code.value, error
        return
    raise AssertionError(f"{kind.__name__} expected")


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


def click(code, agent="Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"):
    request = urllib.request.Request(f"{front}/{code}", headers={"Host": DOMAIN, "User-Agent": agent})
    try:
        return urllib.request.build_opener(Stay).open(request).headers["Location"]
    except urllib.error.HTTPError as error:
        return error.headers["Location"] or error.code


# The life cycle of a link.
made = dub.links.create(request={
    "url": PAGE + "?a=1#part", "domain": DOMAIN, "key": "dub-1", "external_id": "own-7", "tag_names": ["mail", "Spring"],
    "comments": "first", "expires_at": "2099-01-01T00:00:00.000Z", "expired_url": "https://www.example.com/over",
    "utm_source": "news letter", "geo": None, "password": None, "do_index": False})
assert made.id == f"{DOMAIN}/dub-1" and made.short_link == f"https://{DOMAIN}/dub-1", made
assert made.url == PAGE + "?a=1&utm_source=news%20letter#part" and made.utm_source == "news letter", made
assert [tag.name for tag in made.tags] == ["mail", "Spring"] and made.comments == "first" and made.clicks == 0
assert made.external_id == "own-7" and made.expires_at == "2099-01-01T00:00:00Z" and not made.archived
assert made.expired_url == "https://www.example.com/over" and made.ios is None and not made.proxy
assert click("dub-1") == made.url, click("dub-1")

changed = dub.links.update(link_id=made.id, request_body={"url": PAGE + "/2", "tag_ids": "new", "comments": None})
assert changed.url == PAGE + "/2" and [tag.id for tag in changed.tags] == ["new"] and changed.comments is None, changed
assert changed.external_id == "own-7" and changed.expired_url and changed.utm_source is None
assert click("dub-1") == PAGE + "/2"
changed = dub.links.update(link_id=made.id, request_body={"utm_campaign": "x&y", "expires_at": None, "expired_url": ""})
assert changed.url == PAGE + "/2?utm_campaign=x%26y" and changed.expires_at is None and changed.expired_url is None
for question in {"domain": DOMAIN, "key": "dub-1"}, {"link_id": made.id}:
    assert dub.links.get(request=question).url == changed.url

# Previews, and users without the app.
rich = dub.links.create(request={
    "url": PAGE, "domain": DOMAIN, "title": "An offer", "image": "https://www.example.com/i.png", "proxy": True,
    "ios": "https://www.example.com/ios", "key_length": 12})
assert rich.proxy and rich.title == "An offer" and rich.ios == "https://www.example.com/ios" and rich.android is None
assert rich.url == PAGE and len(rich.key) == 17, rich
assert click(rich.key) == PAGE
iphone = ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
          "Version/18.5 Mobile/15E148 Safari/604.1")
assert click(rich.key, iphone) == "https://www.example.com/ios", click(rich.key, iphone)
plain = dub.links.update(link_id=rich.id, request_body={"title": None, "image": None, "ios": None})
assert not plain.proxy and plain.title is None and plain.ios is None and plain.url == PAGE, plain

# Upserts, by a link's target and by its key.
upserted = dub.links.upsert(request={"url": PAGE + "/upsert", "domain": DOMAIN})
again = dub.links.upsert(request={"url": PAGE + "/upsert", "domain": DOMAIN, "comments": "seen"})
assert again.id == upserted.id and again.comments == "seen", again
own = dub.links.upsert(request={"url": PAGE + "/upsert", "domain": DOMAIN, "key": "dub-2"})
assert own.key == "dub-2" and own.id != upserted.id
assert dub.links.upsert(request={"url": PAGE + "/upsert", "domain": DOMAIN, "key": "dub-2"}).id == own.id

# Lists.
for number in range(25):
    dub.links.create(request={"url": f"{PAGE}/list/{number}", "domain": "links.example.com/go", "key": f"n{number}",
                              "tag_names": ["odd" if number % 2 else "even", "all"], "archived": number == 24})
seen, page = [], dub.links.list(request={"domain": "links.example.com/go", "page_size": 10})
while page is not None:
    seen += [link.key for link in page.result]
    page = page.next()
assert seen == [f"n{number}" for number in reversed(range(24))], seen
ask = {"domain": "links.example.com/go", "page_size": 10, "starting_after": "links.example.com/go/n14"}
assert [link.key for link in dub.links.list(request=ask).result] == [f"n{n}" for n in reversed(range(4, 14))]
ask = {"domain": "links.example.com/go", "page_size": 3, "ending_before": "links.example.com/go/n3"}
assert [link.key for link in dub.links.list(request=ask).result] == ["n6", "n5", "n4"]
count = dub.links.count
assert count(request={"domain": "links.example.com/go"}) == 24
assert count(request={"domain": "links.example.com/go", "show_archived": True}) == 25
assert count(request={"tag_names": "odd"}) == 12 and count(request={"tag_names": ["odd", "even"]}) == 24
assert count(request={"search": "list/7"}) == 1

# Analytics, in the client's own types. Clicks are counted within seconds.
counted = dub.links.create(request={"url": PAGE, "domain": DOMAIN, "key": "counted"})
for number in range(3):
    assert click("counted") == PAGE
ask = {"link_id": counted.id, "interval": "7d"}
for attempt in range(100):
    if dub.analytics.retrieve(request=ask).clicks == 3:
        break
    time.sleep(0.1)
assert dub.analytics.retrieve(request=ask).clicks == 3


def rows(group_by, **more):
    return dub.analytics.retrieve(request=ask | {"group_by": group_by} | more)


days = rows("timeseries")
assert len(days) == 7 and [day.clicks for day in days] == [0] * 6 + [3] and days[0].start.endswith("T00:00:00Z"), days
assert [(row.browser, row.clicks) for row in rows("browsers")] == [("Firefox", 3)]
assert [(row.device, row.clicks) for row in rows("devices")] == [("Desktop", 3)]
assert [(row.referer, row.clicks) for row in rows("referers")] == [("(direct)", 3)]
assert [(row.trigger.value, row.clicks) for row in rows("triggers")] == [("link", 3)]
assert [(row.country, row.clicks) for row in rows("countries")] == [("Unknown", 3)]
top = dub.analytics.retrieve(request={"group_by": "top_links", "interval": "30d"})
assert ("counted", 3) in [(link.key, link.clicks) for link in top], top
assert dub.analytics.retrieve(request={"interval": "all"}).clicks >= 3
expect(errors.UnprocessableEntity, "country", lambda: rows("count", country="DE"))
expect(errors.UnprocessableEntity, "cities", lambda: rows("cities"))
expect(errors.UnprocessableEntity, "only clicks", lambda: rows("count", event="sales"))
expect(errors.UnprocessableEntity, "domain and key", lambda: dub.analytics.retrieve(request={"domain": DOMAIN}))

# Refusals, with the client's exception types.
body = {"url": PAGE, "domain": DOMAIN}
expect(errors.Conflict, "already", lambda: dub.links.create(request=body | {"key": "dub-1"}))
expect(errors.BadRequest, "does not allow", lambda: dub.links.create(request=body | {"url": "https://evil.example/"}))
locked = dub.links.create(request=body | {"key": "locked", "password": "open sesame"})
assert locked.password == "********" and click("locked") is None, locked
assert dub.links.update(link_id=locked.id, request_body={"password": None}).password is None and click("locked") == PAGE
expect(errors.UnprocessableEntity, "geo", lambda: dub.links.create(request=body | {"geo": {"DE": PAGE}}))
expect(errors.UnprocessableEntity, "rewrite", lambda: dub.links.create(request=body | {"rewrite": True}))
expect(errors.BadRequest, "ios", lambda: dub.links.create(request=body | {"ios": "nowhere"}))
expect(errors.UnprocessableEntity, "externalId", lambda: dub.links.get(request={"external_id": "own-7"}))
expect(errors.UnprocessableEntity, "externalId", lambda: dub.links.delete(link_id="ext_own-7"))
expect(errors.UnprocessableEntity, "another link",
       lambda: dub.links.update(link_id=made.id, request_body={"key": "other"}))
expect(errors.NotFound, "no such link", lambda: dub.links.get(request={"domain": DOMAIN, "key": "none"}))
expect(errors.Forbidden, "not valid", lambda: Dub(token=limited, server_url=admin + "/dub").links.create(request=body))
expect(errors.Unauthorized, "tokens file", lambda: Dub(token="fpt_no", server_url=admin + "/dub").links.create(request=body))
expect(errors.NotFound, "only links and analytics", lambda: dub.tags.list(request={}))

assert dub.links.delete(link_id=made.id).id == made.id
expect(errors.NotFound, "deleted", lambda: dub.links.delete(link_id=made.id))
expect(errors.Conflict, "deleted", lambda: dub.links.create(request=body | {"key": "dub-1"}))
print("ok")
