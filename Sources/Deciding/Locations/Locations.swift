public import ByteText
public import MaxMind
public import Routing

/// Why a location file can't be used, in plain English.
public typealias LocationFault = MaxMindFault

/// Looks up the location of clients by their addresses in files in MaxMind's format.
///
///     let locations = try Locations(["GeoLite2-City.mmdb", "GeoLite2-ASN.mmdb"])
///     locations.complete(&request, for: LocationReads(ruleSet), in: &arena)
///
/// If several files contain a value, the first one is used. Create one instance for all threads. Lookups do not
/// allocate.
public final class Locations: Sendable {
    /// The files, in lookup order.
    public let files: [MaxMindFile]
    /// The location assumed for all clients, which takes precedence over the files; `nil` if none.
    public let stated: StatedPlace?

    /// Opens the files. May block.
    ///
    /// - Parameter stated: The location to assume for all clients, for what-if questions; `nil` to use the files only.
    public init(_ paths: [String], stated: StatedPlace? = nil) throws(LocationFault) {
        var files: [MaxMindFile] = []
        for path in paths { files.append(try MaxMindFile(path)) }
        self.files = files
        self.stated = stated
    }

    /// Fills in the missing parts of a client's location, if rules read them.
    ///
    /// Values in the request are kept. If it contains a country, set by a better-informed proxy, the region and city of
    /// another country are not filled in.
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

    /// The country's ISO 3166-1 alpha-2 code, or `nil` if the record has none.
    private static func country(of record: inout MaxMindFile.Record, in arena: inout ByteArena) -> TextRange? {
        guard let code = record.text(at: country, into: &arena), code.count == 2, arena[code.start].isAlpha,
            arena[code.start + 1].isAlpha
        else { return nil }
        return code
    }

    /// Whether two two-letter codes are equal, ignoring case.
    private static func isSame(_ one: TextRange, _ other: TextRange, in arena: borrowing ByteArena) -> Bool {
        one.count == 2 && arena[one.start] & 0xDF == arena[other.start] & 0xDF
            && arena[one.start + 1] & 0xDF == arena[other.start + 1] & 0xDF
    }

    private static let country = RecordPath("country", "iso_code")
    private static let region = RecordPath("subdivisions", "0", "iso_code")
    private static let city = RecordPath("city", "names", "en")
    private static let network = RecordPath("autonomous_system_number")
}

/// A client location given by the caller, to see how such clicks would be decided.
public struct StatedPlace: Sendable, Equatable {
    /// The region, the part of the ISO 3166-2 code after the hyphen; `nil` if not given.
    public var region: String?
    /// The city's name in English; `nil` if not given.
    public var city: String?
    /// The autonomous system number of the network; `nil` if not given.
    public var network: UInt32?

    /// An empty location.
    public init() {}

    func complete(_ request: inout ClickRequest, for reads: LocationReads, in arena: inout ByteArena) {
        if reads.region, request.region == nil { request.region = region.map { arena.append($0) } }
        if reads.city, request.city == nil { request.city = city.map { arena.append($0) } }
        if reads.network, request.network == nil { request.network = network }
    }
}
