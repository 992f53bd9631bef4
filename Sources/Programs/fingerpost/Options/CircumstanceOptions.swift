import ArgumentParser
import ByteText
import Clicks
import Locations
import Routing
import Terminal

/// Facts of a click apart from its link and device: its origin, time and header fields.
struct CircumstanceOptions: ParsableArguments {
    @Option(help: "The clicker's country, two letters of ISO 3166-1: IN.")
    var country: String?

    @Option(help: "The clicker's region, the part of ISO 3166-2 after the hyphen: ENG.")
    var region: String?

    @Option(help: "The clicker's city, its English name.")
    var city: String?

    @Option(help: "The number of the clicker's network (autonomous system): 64500.")
    var asn: UInt32?

    @Option(help: "The time of the click: 2026-12-24T18:00+01:00, a date (UTC), now, or 30d from now (default: now).")
    var time: String?

    @Option(help: "The clicker's IP address.")
    var ip: String?

    @Option(help: "The clicker's languages as browsers send them: 'de-CH, de;q=0.9'.")
    var language: String?

    @Option(name: .customLong("header"), help: "A header field of the click, 'Name: value'; repeatable.")
    var headers: [String] = []
}

// MARK: - Validated values

extension CircumstanceOptions {
    /// The country in uppercase.
    func checkedCountry() throws -> String? {
        guard let country else { return nil }
        let code = country.uppercased()
        guard code.utf8.count == 2, code.utf8.allSatisfy(\.isAlpha) else {
            throw Failure("--country: \(country) is not a country code; write two letters of ISO 3166-1, such as IN")
        }
        guard code != "UK" else { throw Failure("--country: the code of the United Kingdom is GB (ISO 3166-1)") }
        return code
    }

    /// Region, city and network.
    func checkedPlace() throws -> StatedPlace {
        var place = StatedPlace()
        if let region {
            let code = region.uppercased()
            guard (1...3).contains(code.utf8.count), code.utf8.allSatisfy(\.isAlphanumeric) else {
                throw Failure(
                    "--region: \(region) is not a region code; write the part of ISO 3166-2 after the hyphen, such as ENG"
                )
            }
            place.region = code
        }
        if let city, city.isEmpty { throw Failure("--city: is empty; write the name in English, such as London") }
        place.city = city
        place.network = asn
        return place
    }

    /// The time in seconds since the epoch.
    func checkedTime(now: Int64) throws -> Int64? {
        guard let time else { return nil }
        guard let seconds = Timestamp.seconds(typed: time, now: now) else {
            throw Failure("--time: \(time) is not a time with its zone; write it as \(Timestamp.typedForms)")
        }
        return seconds
    }

    func checkedAddress() throws -> IPAddress? {
        guard let ip else { return nil }
        guard let address = IPAddress(ip) else {
            throw Failure("--ip: \(ip) is not an IP address; write it as 203.0.113.9 or 2001:db8::1")
        }
        return address
    }

    func checkedLanguage() throws -> String? {
        guard let language else { return nil }
        guard !(try checkedHeaders()).contains(where: { $0.name == "accept-language" }) else {
            throw Failure("--language and --header Accept-Language can't be combined")
        }
        guard AcceptLanguage.isWellFormed(language) else {
            throw Failure(
                "--language: \(language) is not a list of languages as browsers send it; write 'de' or 'de-CH, de;q=0.9'"
            )
        }
        return language
    }

    /// The header fields, with names in lowercase.
    func checkedHeaders() throws -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for header in headers {
            guard let colon = header.firstIndex(of: ":"), colon != header.startIndex else {
                throw Failure("--header: expected 'Name: value'")
            }
            guard !header.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
                throw Failure("--header: a header field can't have control characters")
            }
            let name = header[..<colon].lowercased()
            let value = header[header.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            guard !fields.contains(where: { $0.name == name }) else {
                throw Failure("--header: \(header[..<colon]) appears twice")
            }
            fields.append((name, String(value)))
        }
        return fields
    }
}

// MARK: - As a request

extension CircumstanceOptions {
    /// Appends the facts given by options to a JSON request.
    func state(in request: inout JSONObject, now: Int64) throws {
        let fields = try checkedHeaders()
        if !fields.isEmpty {
            var object = JSONObject()
            for field in fields { object.append(field.name, .string(field.value)) }
            request.append("headers", .object(object))
        }
        if let language = try checkedLanguage() { request.append("accept_language", .string(language)) }
        if let country = try checkedCountry() { request.append("country", .string(country)) }
        let place = try checkedPlace()
        if let region = place.region { request.append("region", .string(region)) }
        if let city = place.city { request.append("city", .string(city)) }
        if let network = place.network { request.append("asn", .number(JSONNumber(Int(network)))) }
        if let address = try checkedAddress() { request.append("ip", .string(address.description)) }
        if let seconds = try checkedTime(now: now) { request.append("time", .string(Timestamp.text(seconds))) }
    }
}

// MARK: - Shared by all phones

extension CircumstanceOptions {
    /// The facts given by options for all clients, and the locations of their addresses. Header fields that identify
    /// the device are rejected, since each phone sends its own.
    func circumstances(_ geo: GeoOption) throws -> ClientCircumstances {
        var result = ClientCircumstances()
        result.country = try checkedCountry()
        result.address = try checkedAddress()
        let place = try checkedPlace()
        if place != StatedPlace() || !geo.geo.isEmpty { result.locations = try geo.locations(stated: place) }
        for (name, value) in try checkedHeaders() {
            guard !Self.tellsDevice(name) else {
                throw Failure("--header: each phone sends its own \(name); set only fields that are the same for all")
            }
            result.fields[name] = value
        }
        if let language = try checkedLanguage() { result.fields["accept-language"] = language }
        return result
    }

    private static func tellsDevice(_ name: String) -> Bool {
        name == "user-agent" || name == "x-requested-with" || name == "host" || name == "fingerpost-device"
            || name.hasPrefix("sec-ch-ua")
    }
}
