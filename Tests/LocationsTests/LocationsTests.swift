import ByteText
import Foundation
import Locations
import MaxMind
import Routing
import TestSupport
import Testing

/// Client locations, from MaxMind's public test files.
struct LocationsTests {
    private static let city = file("GeoIP2-City-Test.mmdb")
    private static let network = file("GeoLite2-ASN-Test.mmdb")

    private static func file(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Files/\(name)").path
    }

    /// An address's location in the files, unless stated by the proxy.
    private static func place(
        _ ip: String, in files: [String] = [city, network], stating country: String? = nil,
        reading reads: LocationReads = .all
    ) throws -> [String?] {
        let locations = try Locations(files)
        var arena = ByteArena()
        var request = ClickRequest()
        request.ip = arena.append(ip)
        request.country = country.map { arena.append($0) }
        locations.complete(&request, for: reads, in: &arena)
        let texts = [request.country, request.region, request.city].map { $0.map { arena.string($0) } }
        return texts + [request.network.map(String.init)]
    }

    @Test(
        "an address of either version has its country, region, city and network, and one that is in no file has none",
        arguments: [
            ("81.2.69.160", ["GB", "ENG", "London", nil]), ("::ffff:81.2.69.160", ["GB", "ENG", "London", nil]),
            ("2001:218::1", ["JP", nil, nil, nil]), ("1.128.0.0", [nil, nil, nil, "1221"]),
            ("216.160.83.56", ["US", "WA", "Milton", "209"]), ("203.0.113.9", [nil, nil, nil, nil]),
            ("127.0.0.1", [nil, nil, nil, nil]), ("::", [nil, nil, nil, nil]), ("nowhere", [nil, nil, nil, nil]),
        ])
    func places(ip: String, expected: [String?]) throws {
        #expect(try Self.place(ip) == expected)
    }

    @Test("what a proxy states stays, and the region and the city of another country are not added to it")
    func stated() throws {
        #expect(try Self.place("81.2.69.160", stating: "GB") == ["GB", "ENG", "London", nil])
        #expect(try Self.place("81.2.69.160", stating: "gb") == ["gb", "ENG", "London", nil])
        #expect(try Self.place("216.160.83.56", stating: "IN") == ["IN", nil, nil, "209"])
    }

    @Test("the order of the files does not matter where each knows something else")
    func order() throws {
        #expect(try Self.place("216.160.83.56", in: [Self.network, Self.city]) == ["US", "WA", "Milton", "209"])
        #expect(try Self.place("216.160.83.56", in: [Self.network]) == [nil, nil, nil, "209"])
    }

    @Test("a file contains its type")
    func kind() throws {
        let file = try MaxMindFile(Self.city)
        #expect(file.type == "GeoIP2-City" && file.built > 1_600_000_000)
    }

    @Test("a file that is missing, empty, a directory, random or cut is refused with its name and a reason")
    func refused() throws {
        let scratch = try ScratchFolder()
        let folder = scratch.path
        var generator = SplitMix64(seed: 7)
        let whole = try Data(contentsOf: URL(fileURLWithPath: Self.city))
        let random = Data((0..<5_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        let cases: [(String, Data?)] = [
            ("missing", nil), ("empty", Data()), ("zeros", Data(count: 30_000)), ("random", random),
            ("cut", whole.prefix(whole.count - 400)), ("head", whole.prefix(20)),
        ]
        for (name, bytes) in cases {
            let path = "\(folder)/\(name).mmdb"
            try bytes?.write(to: URL(fileURLWithPath: path))
            let fault = #expect(throws: LocationFault.self) { try Locations([Self.city, path]) }
            #expect(fault?.description.hasPrefix(path) == true, "\(name): \(fault?.description ?? "")")
        }
        let fault = #expect(throws: LocationFault.self) { try Locations([folder]) }
        #expect(fault?.description.contains("not a MaxMind DB file (empty, or a directory)") == true)
    }

    /// Any byte of the file may be wrong: a look-up then finds another result or none, and reads nothing outside the file.
    @Test("files with wrong bytes in them are refused or answer", .timeLimit(.minutes(20)))
    func mutations() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        let addresses = ["81.2.69.160", "2001:218::1", "216.160.83.56", "1.128.0.0", "203.0.113.9"]
        let scratch = try ScratchFolder()
        let folder = scratch.path
        var opened = 0
        for (name, rounds) in [(Self.city, 1_500), (Self.network, 1_500)] {
            let whole = try Data(contentsOf: URL(fileURLWithPath: name))
            for round in 0..<rounds {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...32, using: &generator) {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                }
                if round % 5 == 0 {
                    let start = Int.random(in: 0..<bytes.count, using: &generator)
                    bytes.removeSubrange(start..<min(bytes.count, start + 64))
                }
                let path = "\(folder)/\(round)"
                try bytes.write(to: URL(fileURLWithPath: path))
                guard let places = try? addresses.map({ try Self.place($0, in: [path]) }) else { continue }
                opened += 1
                #expect(places.count == addresses.count, "seed \(seed)")
            }
        }
        // Most wrong bytes are outside the parts validated when a file is opened.
        #expect(opened > 1_000, "seed \(seed)")
    }

    @Test("a file that was replaced is read as it was until it is opened again")
    func replaced() throws {
        let scratch = try ScratchFolder()
        let folder = scratch.path
        let (path, next) = ("\(folder)/geo.mmdb", "\(folder)/next.mmdb")
        try FileManager.default.copyItem(atPath: Self.city, toPath: path)
        let old = try MaxMindFile(path)
        try FileManager.default.copyItem(atPath: Self.network, toPath: next)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: next, toPath: path)
        #expect(old.type == "GeoIP2-City")
        #expect(old.record(of: IPAddress(ipv4: 0x5102_45A0)) != nil)
        #expect(try MaxMindFile(path).type == "GeoLite2-ASN")
    }
}
