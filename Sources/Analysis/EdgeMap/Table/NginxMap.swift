/// The notation of nginx: two `map` blocks.
///
/// nginx compares the keys of a map in any case, and codes are case-sensitive. Therefore a value repeats its key, and a
/// second map compares the two by a regular expression. It also passes on what is not a click of a browser: other methods,
/// and apps that resolve links as JSON.
enum NginxMap {
    static let head = #"""
        # Short links whose redirect depends on nothing but the link. Written by fingerpost export --for nginx-map.
        #
        # Clicks answered from this table are not counted, limited, logged or published as events by Fingerpost. Export it
        # again whenever links, rules or denied targets change; until then the old targets apply.
        #
        # Include this file in the http block, and in the server of the links:
        #   location / {
        #       if ($fingerpost_location) {
        #           add_header Referrer-Policy no-referrer;
        #           add_header Cache-Control no-store;
        #           return 302 $fingerpost_location;
        #       }
        #       proxy_pass http://fingerpost;
        #   }
        map $http_accept $fingerpost_form {
            default "page";
            "~*^[ \t]*application/json" "json";
        }
        map "$fingerpost_form $request_method $host$request_uri $fingerpost_entry" $fingerpost_location {
            default "";
            "~^page (?:GET|HEAD) ([^ ]+) \1 (?<fingerpost_target>.+)$" $fingerpost_target;
        }
        map "$host$request_uri" $fingerpost_entry {
            default "";

        """#

    static func line(_ entry: MapEntry) -> String {
        "    \"\(entry.key)\" \"\(entry.key) \(quoted(entry.location))\";\n"
    }

    static func end(count: Int, longestKey: Int, hasDollar: Bool) -> String {
        var text = "}\n"
        // A map's values are templates, a geo's are not.
        if hasDollar { text += "geo $fingerpost_dollar {\n    default \"$\";\n}\n" }
        // An element of the hash has its length, a pointer, and its bucket a pointer at its end.
        var bucket = 64
        while bucket < longestKey + 32 { bucket *= 2 }
        var size = 2_048
        while size < count { size *= 2 }
        guard bucket > 64 || size > 2_048 else { return text }
        return text
            + "# In the http block, unless larger values are set: map_hash_bucket_size \(bucket); map_hash_max_size \(size);\n"
    }

    /// The text within quotes.
    private static func quoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: "${fingerpost_dollar}")
    }

    private static func unquoted(_ text: some StringProtocol) -> String {
        var output = ""
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else {
                output.append(character)
                isEscaped = false
            }
        }
        return output.replacing("${fingerpost_dollar}", with: "$")
    }

    /// Reads the lines of the map with the links. Others are skipped.
    struct Reader {
        private var isInside = false

        mutating func entry(in line: String) throws(MapFault) -> MapEntry? {
            if line.hasPrefix("map \"$host$request_uri\" ") {
                isInside = true
                return nil
            }
            let text = line.drop { $0 == " " || $0 == "\t" }
            if text.isEmpty || text.hasPrefix("#") || text.hasPrefix("default ") { return nil }
            if text.hasPrefix("}") { isInside = false }
            guard isInside else { return nil }
            guard text.hasPrefix("\""), text.hasSuffix("\";"),
                let middle = text.firstRange(of: "\" \"")
            else { throw .unreadable("\"HOST/CODE\" \"HOST/CODE TARGET\";") }
            let key = String(text[text.index(after: text.startIndex)..<middle.lowerBound])
            let value = unquoted(text[middle.upperBound...].dropLast(2))
            guard value.hasPrefix(key + " ") else { throw .unreadable("a value that begins with its key") }
            return MapEntry(key: key, location: String(value.dropFirst(key.count + 1)))
        }
    }
}
