"""Drives a daemon's short links with Google's own client and the discovery document that comes with it.

usage: firebase_client.py ADMIN KEY TOKEN, where ADMIN is http://127.0.0.1:PORT; the site is that of the shipped example
"""
import sys

import google.auth.credentials
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError

admin, key, token = sys.argv[1:]
LINK = "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Foffer%3Fid%3D1&apn=com.example.android&foo=bar"
OPTIONS = {"api_endpoint": admin}


class Token(google.auth.credentials.Credentials):
    """A fixed token instead of an OAuth flow."""

    def __init__(self):
        super().__init__()
        self.token = token

    def refresh(self, request):
        raise AssertionError("the token was refused")


def client(**arguments):
    return build("firebasedynamiclinks", "v1", static_discovery=True, client_options=OPTIONS, **arguments)


def expect(status, reason, request):
    try:
        request.execute(num_retries=0)
    except HttpError as error:
        assert error.status_code == status, error
        assert reason in error.reason, error.reason
        assert error.error_details is not None
        return error
    raise AssertionError(f"{status} expected")


with_key = client(developerKey=key)
made = with_key.shortLinks().create(body={"longDynamicLink": LINK, "suffix": {"option": "SHORT"}}).execute()
assert made["shortLink"].startswith("https://example.page.link/"), made
assert len(made["shortLink"].rsplit("/", 1)[1]) >= 4
assert made["previewLink"] == made["shortLink"] + "?d=1"
warning, = made["warning"]
assert warning["warningCode"] == "UNRECOGNIZED_PARAM" and warning["warningMessage"] and warning["warningDocumentLink"]

again = with_key.shortLinks().create(body={"longDynamicLink": LINK, "suffix": {"option": "SHORT"}}).execute()
assert again == made

info = {
    "domainUriPrefix": "https://links.example.com/go",
    "link": "https://www.example.com/offer?id=2",
    "androidInfo": {"androidPackageName": "com.example.android", "androidMinPackageVersionCode": "12"},
    "iosInfo": {"iosBundleId": "com.example.ios", "iosAppStoreId": "1234567"},
    "navigationInfo": {"enableForcedRedirect": True},
    "socialMetaTagInfo": {"socialTitle": "An offer, for you & yours"},
    "analyticsInfo": {"googlePlayAnalytics": {"utmSource": "mail"}, "itunesConnectAnalytics": {"pt": "9"}},
}
unguessable = with_key.shortLinks().create(body={"dynamicLinkInfo": info}).execute()
assert "warning" not in unguessable, unguessable
assert len(unguessable["shortLink"].rsplit("/", 1)[1]) == 17

own = {"option": "CUSTOM", "customSuffix": "buy2get1free"}
error = expect(400, "managed", with_key.shortLinks().create(body={"dynamicLinkInfo": info, "suffix": own}))
assert error.error_details[0]["reason"] == "custom-suffix-not-available", error.error_details
expect(401, "token", with_key.managedShortLinks().create(body={"dynamicLinkInfo": info, "name": "x"}))
expect(400, "API key not valid", client(developerKey="AIza-none").shortLinks().create(body={"longDynamicLink": LINK}))
expect(400, "does not allow", with_key.shortLinks().create(
    body={"longDynamicLink": "https://example.page.link/?link=https://evil.example/"}))

with_token = client(credentials=Token())
managed = with_token.managedShortLinks().create(
    body={"dynamicLinkInfo": info, "name": "Spring", "suffix": own}).execute()
link = managed["managedShortLink"]
assert link["link"] == "https://links.example.com/go/buy2get1free", managed
assert link["info"] == info, link["info"]
assert link["linkName"] == "Spring" and link["visibility"] == "UNARCHIVED" and link["creationTime"].endswith("Z")
expect(409, "already", with_token.managedShortLinks().create(
    body={"dynamicLinkInfo": info, "name": "Spring", "suffix": own}))

stats = with_token.v1().getLinkStats(dynamicLink=made["shortLink"], durationDays="7").execute()
assert stats["linkEventStats"] == [] and "APP_FIRST_OPEN" in stats["warnings"][0]["warningMessage"], stats
expect(404, "no such link", with_token.v1().getLinkStats(dynamicLink="https://example.page.link/none"))
print("ok")
