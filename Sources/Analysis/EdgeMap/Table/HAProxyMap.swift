/// The notation of HAProxy: a map file, for `map_str`.
enum HAProxyMap {
    static let head = """
        # Short links whose redirect depends on nothing but the link. Written by fingerpost export --for haproxy-map.
        #
        # Clicks answered from this table are not counted, limited, logged or published as events by Fingerpost. Export it
        # again whenever links, rules or denied targets change; until then the old targets apply.
        #
        # In the frontend of the links, with the place of this file:
        #   http-request set-var(txn.fingerpost_path) pathq
        #   http-request set-var(txn.fingerpost_location) req.hdr(Host),field(1,:),lower,concat(,txn.fingerpost_path),map_str(/etc/haproxy/fingerpost.map) if { method GET HEAD } !{ req.fhdr(Accept) -m beg -i application/json }
        #   http-request return status 302 hdr Location %[var(txn.fingerpost_location)] hdr Referrer-Policy no-referrer hdr Cache-Control no-store if { var(txn.fingerpost_location) -m found }

        """

    static func line(_ entry: MapEntry) -> String { "\(entry.key) \(entry.location)\n" }

    static func entry(in line: String) throws(MapFault) -> MapEntry? {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard let key = words.first, !key.hasPrefix("#") else { return nil }
        guard words.count == 2, key.contains("/") else { throw .unreadable("HOST/CODE TARGET") }
        return MapEntry(key: String(key), location: String(words[1]))
    }
}
