public import ByteText
public import MaxMind
public import Routing

/// Why a file of locations can't be used, for people.
public typealias LocationFault = MaxMindFault

/// Where clients are, by their addresses: what files in MaxMind's format know of them.
///
///     let locations = try Locations(["GeoLite2-City.mmdb", "GeoLite2-ASN.mmdb"])
///     locations.complete(&request, for: LocationReads(ruleSet), in: &arena)
///
/// What several files know is taken from the first that has it. It is made once, for all threads; a look-up allocates nothing.
public final class Locations: Sendable {
    /// The files, in the order in which they are asked.
    public let files: [MaxMindFile]
    /// What is stated of all clients, which the files don't say otherwise; nil for nothing.
    public let stated: StatedPlace?

    /// Opens the files; for threads that may block.
    ///
    /// - Parameter stated: What is stated of all clients, for questions; nil for nothing.
    public init(_ paths: [String], stated: StatedPlace? = nil) throws(LocationFault) {
        var files: [MaxMindFile] = []
        for path in paths { files.append(try MaxMindFile(path)) }
        self.files = files
        self.stated = stated
    }

    /// Fills in what a request leaves open of where its client is, if rules read it.
    ///
    /// What is stated stays. If that is the country, by a proxy that knows better, then the region and the city of another country
    /// are not filled in.
    public func complete(
        _ request: inout ClickRequest, for reads: LocationReads, in arena: inout ByteArena
    ) {
        stated?.complete(&request, for: reads, in: &arena)
        guard let text = request.ip, let address = IPAddress(arena[text]) else { return }
        if reads.network, request.network == nil { request.network = network(of: address) }
        guard reads.place, request.region == nil || request.city == nil || request.country == nil else { return }
        for file in files {
            guard var record = file.record(of: address), let country = Self.country(of: &record, in: &arena) else {
                continue
            }
            if let stated = request.country, !Self.isSame(stated, country, in: arena) { return }
            if reads.country { request.country = request.country ?? country }
            if reads.region, request.region == nil { request.region = record.text(at: Self.region, into: &arena) }
            if reads.city, request.city == nil { request.city = record.text(at: Self.city, into: &arena) }
            if request.region != nil && request.city != nil || !(reads.region || reads.city) { return }
        }
    }

    private func network(of address: IPAddress) -> UInt32? {
        for file in files {
            guard var record = file.record(of: address) else { continue }
            if let number = record.number(at: Self.network) { return number }
        }
        return nil
    }

    /// The country's code (ISO 3166-1), if it is one.
    private static func country(of record: inout MaxMindFile.Record, in arena: inout ByteArena) -> TextRange? {
        guard let code = record.text(at: country, into: &arena), code.count == 2, arena[code.start].isAlpha,
            arena[code.start + 1].isAlpha
        else { return nil }
        return code
    }

    /// Whether two codes of two letters are the same, in whatever case they are stated.
    private static func isSame(_ one: TextRange, _ other: TextRange, in arena: borrowing ByteArena) -> Bool {
        one.count == 2 && arena[one.start] & 0xDF == arena[other.start] & 0xDF
            && arena[one.start + 1] & 0xDF == arena[other.start + 1] & 0xDF
    }

    private static let country = RecordPath("country", "iso_code")
    private static let region = RecordPath("subdivisions", "0", "iso_code")
    private static let city = RecordPath("city", "names", "en")
    private static let network = RecordPath("autonomous_system_number")
}
