import ByteText
import LinkStore

/// The schemas of request and response bodies (JSON Schema 2020-12).
enum OpenAPISchemas {
    /// All schemas, by name.
    static let all: JSONValue = {
        var object = JSONObject()
        for text in [operation, link, firebaseRequests, firebaseAnswers, dub] {
            guard let part = try? JSONValue(parsing: text), let members = part.object?.members else {
                preconditionFailure("a schema is not JSON")
            }
            for member in members { object.append(member.name, member.value) }
        }
        return .object(object)
    }()

    /// A link in a path.
    static let linkPath: JSONValue = ["type": "string", "pattern": "^[a-z0-9.-]{1,64}/[A-Za-z0-9._~-]{1,128}$"]

    private static let operation = """
        {"Health": {"type": "object", "properties": {"status": {"enum": ["pass", "fail"]}}, "required": ["status"]},
         "Document": {"type": "object"},
         "Backup": {"type": "object", "required": ["id", "state"], "properties": {
           "id": {"type": "string"}, "state": {"enum": ["copying", "ready", "failed"]}, "bytes": {"type": "integer"},
           "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}, "problem": {"type": "string"}}},
         "RuleSet": {"type": "object", "required": ["hash", "sites", "rules", "loaded", "last_reload", "bundle", "shadow"], "properties": {
           "hash": {"type": "string"}, "sites": {"type": "integer"}, "rules": {"type": "integer"},
           "loaded": {"type": "string", "format": "date-time"},
           "last_reload": {"type": ["object", "null"], "properties": {
             "time": {"type": "string", "format": "date-time"}, "result": {"type": "string"},
             "problems": {"type": "array", "items": {"type": "string"}},
             "warnings": {"type": "array", "items": {"type": "string"}}}},
           "bundle": {"type": ["object", "null"], "description": "The bundle that the rules are from; null for a directory.",
             "required": ["address", "revision", "created", "key", "etag", "last_success", "last_failure"], "properties": {
             "address": {"type": "string"}, "revision": {"type": ["integer", "null"]},
             "created": {"type": ["string", "null"], "format": "date-time"},
             "key": {"type": ["string", "null"], "pattern": "^sha256:[0-9a-f]{64}$"}, "etag": {"type": ["string", "null"]},
             "last_success": {"type": ["string", "null"], "format": "date-time"},
             "last_failure": {"type": ["object", "null"], "properties": {
               "time": {"type": "string", "format": "date-time"},
               "reason": {"enum": ["unreachable", "status", "format", "signature", "rollback", "rules", "storage"]},
               "message": {"type": "string"}}}}},
           "pending_restart": {"type": "array", "description": "In the response to a reload: the settings whose loaded values take effect after a restart.",
             "items": {"type": "object", "required": ["setting", "in_force", "takes_effect_after", "pending"], "properties": {
               "setting": {"type": "string"}, "takes_effect_after": {"enum": ["restart"]},
               "in_force": {"type": "object", "properties": {"values": {"type": "array", "items": {"type": "string"}}, "from": {"type": "string"}}},
               "pending": {"type": "object", "properties": {"values": {"type": "array", "items": {"type": "string"}}, "from": {"type": "string"}}}}}},
           "shadow": {"type": ["object", "null"], "description": "The candidate rules evaluated on live clicks; null for none.",
             "required": ["directory", "share", "hash", "compares", "loaded", "last_reload"], "properties": {
             "directory": {"type": "string"}, "share": {"type": "number"},
             "hash": {"type": ["string", "null"], "description": "The hash of the last rules that could be loaded."},
             "compares": {"type": "boolean", "description": "Whether clicks are compared: false while these rules equal the active ones."},
             "loaded": {"type": ["string", "null"], "format": "date-time"},
             "last_reload": {"type": ["object", "null"], "properties": {
               "time": {"type": "string", "format": "date-time"}, "result": {"type": "string"},
               "problems": {"type": "array", "items": {"type": "string"}}}}}}}},
         "Error": {"type": "object", "required": ["error"], "properties": {"error": {"type": "object",
           "required": ["code", "status", "message", "details"], "properties": {
             "code": {"type": "integer"}, "status": {"type": "string"}, "message": {"type": "string"},
             "details": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}}}}}}}
        """

    private static let link = """
        {"Time": {"type": ["string", "null"], "format": "date-time",
           "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-([01][0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$"},
         "Tags": {"type": ["array", "null"], "maxItems": 64, "uniqueItems": true,
           "items": {"type": "string", "minLength": 1, "maxLength": 16}},
         "Attributes": {"type": ["object", "null"], "additionalProperties": {"type": "string", "maxLength": 4000}},
         "LongLink": {"type": "string", "description": "A Dynamic Link with its parameters, or any address that the site's url_patterns allow."},
         "LaterTarget": {"type": ["string", "null"], "maxLength": 1000,
           "description": "The target once the link has expired, or was clicked max_clicks times: an https address that the site allows, not a short link. Null: a page explains why the link does not work."},
         \(LinkField.ownSchemas)
         "LinkPatch": {"type": "object", "additionalProperties": false, "properties": {
           \(LinkField.inputSchemas)}},
         "AndroidApp": {"type": "object", "additionalProperties": false, "properties": {
           "package": {"type": ["string", "null"]}, "fallback": {"type": ["string", "null"]}, "minimum_version": {"type": ["string", "null"]}}},
         "AppleApp": {"type": "object", "additionalProperties": false, "properties": {
           "bundle": {"type": ["string", "null"]}, "fallback": {"type": ["string", "null"]},
           "ipad_fallback": {"type": ["string", "null"]}, "minimum_version": {"type": ["string", "null"]}}},
         "LinkInput": {"type": "object", "additionalProperties": false,
           "anyOf": [{"required": ["long_link"]}, {"required": ["payload"]}],
           "description": "Either domain with an optional code or suffix, or link, which is domain and code. Either long_link, or payload and its options, from which the long link is built.",
           "properties": {
           "payload": {"type": ["string", "null"], "description": "The address that the link leads to."},
           "android": {"description": "The app on Android: the site's first unless package names another; false for none.",
             "anyOf": [{"const": false}, {"$ref": "#/components/schemas/AndroidApp"}, {"type": "null"}]},
           "ios": {"description": "The app on Apple's systems: the site's first unless bundle names another; false for none.",
             "anyOf": [{"const": false}, {"$ref": "#/components/schemas/AppleApp"}, {"type": "null"}]},
           "desktop": {"type": ["object", "null"], "additionalProperties": false, "properties": {
             "fallback": {"type": ["string", "null"]}}},
           "social": {"type": ["object", "null"], "additionalProperties": false, "properties": {
             "title": {"type": ["string", "null"]}, "description": {"type": ["string", "null"]}, "image": {"type": ["string", "null"]}}},
           "utm": {"type": ["object", "null"], "additionalProperties": false, "properties": {
             "source": {"type": ["string", "null"]}, "medium": {"type": ["string", "null"]}, "campaign": {"type": ["string", "null"]},
             "term": {"type": ["string", "null"]}, "content": {"type": ["string", "null"]}}},
           "skip_preview": {"type": ["boolean", "null"], "description": "Whether iOS opens the app without a page in between (efr=1)."},
           "link": {"type": "string"}, "domain": {"type": "string"},
           "code": {"type": "string", "pattern": "^[A-Za-z0-9._~-]{1,128}$"}, "suffix": {"enum": ["short", "unguessable"]},
           \(LinkField.inputSchemas)}},
         "Link": {"type": "object", "additionalProperties": false, "required": ["link", "domain", "code", "long_link", "etag"],
           "properties": {
           "link": {"type": "string"}, "domain": {"type": "string"}, "code": {"type": "string"},
           \(LinkField.contentSchemas),
           "created": {"type": "string", "format": "date-time"}, "updated": {"type": "string", "format": "date-time"},
           \(LinkField.conditionSchemas),
           "suffix": {"enum": ["short", "unguessable", "custom"]},
           "reused": {"type": "boolean"}, "etag": {"type": "string"},
           "target_check": {"type": ["object", "null"], "description": "The result of the last target check (target_checks); null: none yet. Not part of the ETag; omitted in responses to changes.",
             "required": ["checked", "outcome", "status", "failures", "failing_since", "broken"], "properties": {
             "checked": {"type": "string", "format": "date-time"},
             "outcome": {"enum": ["ok", "gone", "client_error", "server_error", "limited", "dns", "tls", "timeout", "refused", "unreachable", "bad_answer", "blocked", "redirect_loop"]},
             "status": {"type": ["integer", "null"]}, "failures": {"type": "integer"},
             "failing_since": {"type": ["string", "null"], "format": "date-time"},
             "broken": {"type": "boolean", "description": "Whether it failed at least twice in a row."}}},
           "clicks": {"type": "integer", "description": "All clicks so far, in lists sorted by clicks."},
           "warnings": {"type": "array", "description": "Warnings from creating or updating the link.",
             "items": {"$ref": "#/components/schemas/DynamicLinkWarning"}}}},
         "LinkList": {"type": "object", "required": ["links", "next_page_token"], "properties": {
           "links": {"type": "array", "items": {"$ref": "#/components/schemas/Link"}},
           "next_page_token": {"type": ["string", "null"]},
           "index_incomplete": {"type": "boolean", "description": "Set for a query by destination while the destination index is being built, once after an update: all links are found, more slowly, in creation order. A page may have few links although others follow."}}}}
        """

    private static let firebaseRequests = """
        {"CreateShortDynamicLinkRequest": {"type": "object", "additionalProperties": false, "properties": {
           "longDynamicLink": {"type": ["string", "null"]},
           "dynamicLinkInfo": {"anyOf": [{"$ref": "#/components/schemas/DynamicLinkInfo"}, {"type": "null"}]},
           "suffix": {"anyOf": [{"$ref": "#/components/schemas/Suffix"}, {"type": "null"}]}, "sdkVersion": {"type": ["string", "null"]}}},
         "CreateManagedShortLinkRequest": {"type": "object", "additionalProperties": false, "properties": {
           "longDynamicLink": {"type": ["string", "null"]},
           "dynamicLinkInfo": {"anyOf": [{"$ref": "#/components/schemas/DynamicLinkInfo"}, {"type": "null"}]},
           "suffix": {"anyOf": [{"$ref": "#/components/schemas/Suffix"}, {"type": "null"}]}, "sdkVersion": {"type": ["string", "null"]},
           "name": {"type": ["string", "null"], "maxLength": 4000}}},
         "Suffix": {"type": "object", "additionalProperties": false, "properties": {
           "option": {"enum": ["OPTION_UNSPECIFIED", "UNGUESSABLE", "SHORT", "CUSTOM"]}, "customSuffix": {"type": "string"}}},
         "DynamicLinkInfo": {"type": "object", "additionalProperties": false, "properties": {
           "domainUriPrefix": {"type": "string"}, "dynamicLinkDomain": {"type": "string"}, "link": {"type": "string"},
           "androidInfo": {"type": "object", "additionalProperties": false, "properties": {
             "androidPackageName": {"type": "string"}, "androidFallbackLink": {"type": "string"},
             "androidMinPackageVersionCode": {"type": "string"}, "androidLink": {"type": "string"}}},
           "iosInfo": {"type": "object", "additionalProperties": false, "properties": {
             "iosBundleId": {"type": "string"}, "iosFallbackLink": {"type": "string"}, "iosCustomScheme": {"type": "string"},
             "iosIpadFallbackLink": {"type": "string"}, "iosIpadBundleId": {"type": "string"},
             "iosAppStoreId": {"type": "string"}, "iosMinimumVersion": {"type": "string"}}},
           "desktopInfo": {"type": "object", "additionalProperties": false, "properties": {
             "desktopFallbackLink": {"type": "string"}}},
           "navigationInfo": {"type": "object", "additionalProperties": false, "properties": {
             "enableForcedRedirect": {"type": "boolean"}}},
           "socialMetaTagInfo": {"type": "object", "additionalProperties": false, "properties": {
             "socialTitle": {"type": "string"}, "socialDescription": {"type": "string"}, "socialImageLink": {"type": "string"}}},
           "analyticsInfo": {"type": "object", "additionalProperties": false, "properties": {
             "googlePlayAnalytics": {"type": "object", "additionalProperties": false, "properties": {
               "utmSource": {"type": "string"}, "utmMedium": {"type": "string"}, "utmCampaign": {"type": "string"},
               "utmTerm": {"type": "string"}, "utmContent": {"type": "string"}, "gclid": {"type": "string"}}},
             "itunesConnectAnalytics": {"type": "object", "additionalProperties": false, "properties": {
               "at": {"type": "string"}, "ct": {"type": "string"}, "mt": {"type": "string"}, "pt": {"type": "string"}}}}}}}}
        """

    private static let firebaseAnswers = """
        {"DynamicLinkWarning": {"type": "object", "required": ["warningCode", "warningMessage"], "properties": {
           "warningCode": {"type": "string"}, "warningMessage": {"type": "string"}, "warningDocumentLink": {"type": "string"}}},
         "CreateShortDynamicLinkResponse": {"type": "object", "required": ["shortLink", "previewLink"], "properties": {
           "shortLink": {"type": "string"}, "previewLink": {"type": "string"},
           "warning": {"type": "array", "items": {"$ref": "#/components/schemas/DynamicLinkWarning"}}}},
         "CreateManagedShortLinkResponse": {"type": "object", "required": ["managedShortLink", "previewLink"], "properties": {
           "managedShortLink": {"type": "object", "required": ["link", "linkName", "creationTime", "visibility"], "properties": {
             "link": {"type": "string"}, "info": {"$ref": "#/components/schemas/DynamicLinkInfo"}, "linkName": {"type": "string"},
             "creationTime": {"type": "string", "format": "date-time"}, "visibility": {"enum": ["UNARCHIVED", "ARCHIVED"]}}},
           "previewLink": {"type": "string"},
           "warning": {"type": "array", "items": {"$ref": "#/components/schemas/DynamicLinkWarning"}}}},
         "LinkCounts": {"type": "object", "required": ["counts", "imported_clicks"], "properties": {
           "imported_clicks": {"type": ["integer", "null"], "description": "Clicks counted by the service that the link was imported from; not part of any day."},
           "counts": {"type": "array", "items": {"type": "object", "required": ["day", "period", "platform", "event", "count"], "properties": {
             "day": {"type": "string", "format": "date", "description": "The day, or the first day of the period (UTC)."},
             "period": {"enum": ["day", "month", "year", "earlier"], "description": "The days that are summed: those of a month or year that are older than counts.keep_days; earlier: all older days."},
             "platform": {"enum": ["android", "ios", "desktop", "other"]},
             "event": {"enum": ["click", "app_open", "store_visit", "web_fallback", "redirect", "scan", "install_claim"]},
             "count": {"type": "integer", "minimum": 1}}}}}},
         "ClickAmount": {"type": "object", "required": ["clicks", "app_opens"], "properties": {
           "clicks": {"type": "integer"}, "app_opens": {"type": "integer", "description": "Those that opened the app."}}},
         "ClickTable": {"type": "object", "required": ["by", "counts", "other", "unknown", "total"], "properties": {
           "by": {"type": "string"},
           "counts": {"type": "array", "items": {"type": "object", "required": ["value", "clicks", "app_opens"], "properties": {
             "value": {"type": "string", "description": "The value; for days 2026-11-28, or 2026-11, 2026 and earlier for days that are rolled up."},
             "clicks": {"type": "integer"}, "app_opens": {"type": "integer"}}}},
           "other": {"$ref": "#/components/schemas/ClickAmount", "description": "Those of rarer values and of values beyond the limit."},
           "unknown": {"$ref": "#/components/schemas/ClickAmount", "description": "Those without a known value."},
           "total": {"$ref": "#/components/schemas/ClickAmount"}}},
         "ClickCounts": {"type": "object", "required": ["from", "to", "tables"], "properties": {
           "from": {"type": "string", "format": "date"}, "to": {"type": "string", "format": "date"},
           "tables": {"type": "array", "description": "A table for each property.", "items": {"$ref": "#/components/schemas/ClickTable"}}}},
         "LinkHistory": {"type": "object", "required": ["link", "etag", "changes"], "properties": {
           "link": {"type": "string"}, "etag": {"type": "string"},
           "changes": {"type": "array", "maxItems": 20, "items": {"type": "object", "required": ["time", "client", "former_etag", "fields", "restore"], "properties": {
             "time": {"type": "string", "format": "date-time"},
             "client": {"type": ["string", "null"], "description": "The token or user that made the change; null for a command, and for a change through another node."},
             "former_etag": {"type": "string", "description": "The ETag of the link before the change."},
             "fields": {"type": "object", "additionalProperties": {"type": "object", "required": ["before", "after"], "properties": {"before": {}, "after": {}}}},
             "restore": {"$ref": "#/components/schemas/LinkPatch"}}}}}},
         "DynamicLinkStats": {"type": "object", "required": ["linkEventStats"], "properties": {
           "linkEventStats": {"type": "array", "items": {"type": "object", "required": ["platform", "event", "count"], "properties": {
             "platform": {"enum": ["ANDROID", "IOS", "DESKTOP", "OTHER"]}, "event": {"enum": ["CLICK", "REDIRECT", "SCAN"]},
             "count": {"type": "string", "pattern": "^[0-9]+$"}}}},
           "warnings": {"type": "array", "items": {"$ref": "#/components/schemas/DynamicLinkWarning"}}}}}
        """
}
