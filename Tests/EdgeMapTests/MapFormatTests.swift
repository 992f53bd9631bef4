import EdgeMap
import Testing

@Suite("Tables of redirects")
struct MapFormatTests {
    private static func table(_ entries: [MapEntry], _ format: MapFormat) -> String {
        var writer = MapWriter(format)
        var bytes: [UInt8] = []
        writer.begin(&bytes)
        for entry in entries { writer.append(entry, to: &bytes) }
        writer.end(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func answer(_ map: EdgeMap, _ host: String, _ target: String) -> String? {
        map.answer(host: Array(host.utf8).span, target: Array(target.utf8).span).map { "\($0.status) \($0.location)" }
    }

    private static let nasty = [
        #"https://www.example.com/"quoted"'"#, #"https://www.example.com/a\b\\c\"#,
        "https://www.example.com/$host/${uri}$",
        "https://www.example.com/${fingerpost_dollar}", "https://www.example.com/a,b;c{d}e|f",
        "https://www.example.com/%20%22",
        "https://www.example.com/?a=1&b=%24#part,2", "https://www.example.com/~^x*(y)",
    ]

    @Test("have each target byte for byte, whatever its characters mean to the program", arguments: MapFormat.allCases)
    func targets(_ format: MapFormat) throws {
        let entries = Self.nasty.enumerated().map { MapEntry(key: "links.example.com/go/C\($0)", location: $1) }
            .filter(format.canContain)
        #expect(entries.count >= 6)
        let map = try EdgeMap(reading: Self.table(entries, format), format)
        #expect(map.count == entries.count)
        for entry in entries {
            let path = String(entry.key.dropFirst("links.example.com".count))
            #expect(Self.answer(map, "links.example.com", path) == "302 \(entry.location)")
        }
    }

    @Test("are written in the notation of their program")
    func notations() {
        let entry = MapEntry(key: "a.example/Code", location: #"https://www.example.com/"$x,y"#)
        #expect(
            Self.table([entry], .nginxMap).contains(
                #"    "a.example/Code" "a.example/Code https://www.example.com/\"${fingerpost_dollar}x,y";"# + "\n}\n"))
        #expect(Self.table([entry], .haproxyMap).hasSuffix("\na.example/Code https://www.example.com/\"$x,y\n"))
        #expect(
            Self.table([MapEntry(key: "a.example/Code", location: "https://b.example/x,y", status: 307)], .cloudflare)
                == "a.example/Code,\"https://b.example/x,y\",307,FALSE,FALSE,FALSE,FALSE\n")
        #expect(
            Self.table([MapEntry(key: "a.example/Code", location: "https://b.example/x")], .netlify)
                .hasSuffix("\nhttps://a.example/Code https://b.example/x 302!\n"))
    }

    @Test("of nginx name the directives that a large one needs")
    func sizes() {
        let long = "a.example/" + String(repeating: "x", count: 100)
        #expect(
            Self.table([MapEntry(key: long, location: "https://b.example/")], .nginxMap)
                .contains("map_hash_bucket_size 256; map_hash_max_size 2048;"))
        #expect(
            !Self.table([MapEntry(key: "a.example/x", location: "https://b.example/")], .nginxMap)
                .contains("map_hash_bucket_size"))
    }

    @Test("answer exactly the link, in any case of its host")
    func requests() throws {
        let entry = MapEntry(key: "a.example/Code", location: "https://b.example/x")
        for format in MapFormat.allCases {
            let map = try EdgeMap(reading: Self.table([entry], format), format)
            #expect(Self.answer(map, "A.Example", "/Code") == "302 https://b.example/x")
            for other in ["/code", "/Code//", "/Code+", "/Code/qr.svg", "/", "//Code", "/Code%20"] {
                #expect(Self.answer(map, "a.example", other) == nil, "\(format) \(other)")
            }
            let isAnswered = Self.answer(map, "a.example", "/Code/") == "302 https://b.example/x"
            #expect(isAnswered == (format == .netlify), "\(format)")
            #expect(Self.answer(map, "b.example", "/Code") == nil)
            let asked = Self.answer(map, "a.example", "/Code?d=1")
            switch format {
            case .nginxMap, .haproxyMap: #expect(asked == nil)
            case .cloudflare: #expect(asked == "302 https://b.example/x")
            case .netlify: #expect(asked == "302 https://b.example/x?d=1")
            }
        }
    }

    @Test("contain no link or target that clients or programs read in several ways", arguments: MapFormat.allCases)
    func excluded(_ format: MapFormat) {
        let target = "https://www.example.com/"
        for path in ["", "/", "/a+", "/a%41", "/ä", "/a b", "/./a", "/../a", "//a", "/a/", "/a\"", "/a$"] {
            #expect(!format.canContain(MapEntry(key: "a.example\(path)", location: target)), "\(path)")
        }
        let long = target + String(repeating: "x", count: 2_000)
        for location in [
            "", "https://www.example.com/\r\nX: y", "https://www.example.com/a b", "https://ä.example/", long,
        ] {
            #expect(!format.canContain(MapEntry(key: "a.example/a", location: location)), "\(location)")
        }
        #expect(format.canContain(MapEntry(key: "a.example/go/a-B_9.~", location: target)))
        #expect(format.canContain(MapEntry(key: "a.example/a", location: target + ":splat?x")) == (format != .netlify))
        // Netlify's parser refuses paths of its own.
        for path in ["/.netlify", "/.netlify/a"] {
            #expect(format.canContain(MapEntry(key: "a.example\(path)", location: target)) == (format != .netlify))
        }
    }

    @Test(
        "with a line that is none, or the same link twice, are refused with its number", arguments: MapFormat.allCases)
    func faults(_ format: MapFormat) throws {
        let entry = MapEntry(key: "a.example/Code", location: "https://b.example/x")
        let text = Self.table([entry, entry], format)
        let number = text.split(separator: "\n", omittingEmptySubsequences: false).lastIndex {
            $0.contains("b.example/x")
        }
        let line = try #require(number) + 1
        #expect {
            try EdgeMap(reading: text, format)
        } throws: {
            "\($0)".hasPrefix("line \(line): the link is in the table twice")
        }
        let broken = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .enumerated().map { $0 == line - 1 ? String($1.prefix(8)) : $1 }.joined(separator: "\n")
        #expect {
            try EdgeMap(reading: broken, format)
        } throws: {
            "\($0)".hasPrefix("line \(line): not a line of a table for \(format.rawValue); expected ")
        }
    }
}
