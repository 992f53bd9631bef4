/// The schemas of the supported part of Dub's API.
extension OpenAPISchemas {
    /// The members that creations and updates share.
    private static let dubMembers = """
           "externalId": {"$ref": "#/components/schemas/DubText"}, "tenantId": {"$ref": "#/components/schemas/DubText"},
           "archived": {"type": "boolean"}, "tagIds": {"$ref": "#/components/schemas/DubTags"}, "tagNames": {"$ref": "#/components/schemas/DubTags"},
           "comments": {"$ref": "#/components/schemas/DubText"}, "expiresAt": {"$ref": "#/components/schemas/Time"},
           "expiredUrl": {"$ref": "#/components/schemas/LaterTarget"}, "proxy": {"type": "boolean"},
           "password": {"$ref": "#/components/schemas/Password"},
           "title": {"$ref": "#/components/schemas/DubText"}, "description": {"$ref": "#/components/schemas/DubText"},
           "image": {"$ref": "#/components/schemas/DubText"},
           "ios": {"type": ["string", "null"], "description": "The target on iOS without the site's app."},
           "android": {"type": ["string", "null"], "description": "The target on Android without the site's app."},
           "utm_source": {"$ref": "#/components/schemas/DubText"}, "utm_medium": {"$ref": "#/components/schemas/DubText"},
           "utm_campaign": {"$ref": "#/components/schemas/DubText"}, "utm_term": {"$ref": "#/components/schemas/DubText"},
           "utm_content": {"$ref": "#/components/schemas/DubText"}, "ref": {"$ref": "#/components/schemas/DubText"}
        """

    static let dub = """
        {"DubError": {"type": "object", "required": ["error"], "properties": {"error": {"type": "object",
           "required": ["code", "message"], "properties": {"code": {"type": "string"}, "message": {"type": "string"}}}}},
         "DubCount": {"type": "integer", "minimum": 0},
         "DubAnalytics": {"anyOf": [
           {"type": "object", "required": ["clicks"], "properties": {"clicks": {"type": "integer", "minimum": 0}}},
           {"type": "array", "items": {"type": "object", "required": ["clicks"], "properties": {"clicks": {"type": "integer", "minimum": 0}}}}]},
         "DubDeletion": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
         "DubLinks": {"type": "array", "items": {"$ref": "#/components/schemas/DubLink"}},
         "DubText": {"type": ["string", "null"], "maxLength": 4000},
         "DubTags": {"description": "One or more tags.", "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
         "DubLinkPatch": {"type": "object", "additionalProperties": false,
           "description": "Dub fields that are not listed are refused unless they have no effect; null removes a value.", "properties": {
           "url": {"type": "string", "description": "Where the link leads."},
           "domain": {"type": "string"}, "key": {"type": "string"},
           \(dubMembers)}},
         "DubLinkInput": {"type": "object", "additionalProperties": false, "required": ["url"],
           "description": "Dub fields that are not listed are refused unless they have no effect.", "properties": {
           "url": {"type": "string", "description": "Where the link leads."},
           "domain": {"type": "string", "description": "The link domain; optional if there is only one."}, "key": {"type": "string", "description": "The code; generated if omitted."},
           "keyLength": {"type": "number", "minimum": 1, "maximum": 190, "description": "Up to 6: a short code. More: one of 17 characters."},
           \(dubMembers)}},
         "DubLink": {"type": "object", "required": ["id", "domain", "key", "url", "shortLink", "archived", "createdAt", "updatedAt", "tags"],
           "description": "Dub's other fields are present, and null, false or 0.", "properties": {
           "id": {"type": "string", "description": "Domain and key."}, "domain": {"type": "string"}, "key": {"type": "string"},
           "url": {"type": "string"}, "shortLink": {"type": "string"}, "qrCode": {"type": "string"},
           "externalId": {"type": ["string", "null"]}, "tenantId": {"type": ["string", "null"]},
           "expiresAt": {"type": ["string", "null"]}, "expiredUrl": {"type": ["string", "null"]}, "disabledAt": {"type": ["string", "null"]},
           "title": {"type": ["string", "null"]}, "description": {"type": ["string", "null"]}, "image": {"type": ["string", "null"]},
           "password": {"type": ["string", "null"], "description": "`********` if the link has one, which leaves it unchanged in an update."},
           "proxy": {"type": "boolean"}, "ios": {"type": ["string", "null"]}, "android": {"type": ["string", "null"]},
           "utm_source": {"type": ["string", "null"]}, "utm_medium": {"type": ["string", "null"]}, "utm_campaign": {"type": ["string", "null"]},
           "utm_term": {"type": ["string", "null"]}, "utm_content": {"type": ["string", "null"]},
           "tags": {"type": "array", "items": {"type": "object", "required": ["id", "name", "color"], "properties": {
             "id": {"type": "string"}, "name": {"type": "string"}, "color": {"const": "gray"}}}},
           "comments": {"type": ["string", "null"]}, "archived": {"type": "boolean"},
           "createdAt": {"type": "string", "format": "date-time"}, "updatedAt": {"type": "string", "format": "date-time"},
           "clicks": {"type": "integer", "minimum": 0, "description": "The clicks counted by Fingerpost; omitted if unknown."}}}}
        """
}
