import Access
import ByteText
import Devices
import HTTP
import Routing

extension Decider {
    /// Parses the device profile in a `Fingerpost-Device` field; returns the problem, or `nil`.
    func readProfile(_ field: Span<UInt8>) -> String? {
        readProfile(arena.append(field))
    }

    /// Parses the device profile in a text of the arena; returns the problem, or `nil`.
    func readProfile(_ text: TextRange) -> String? {
        do throws(DeviceProfileFault) {
            request.profile = try DeviceProfile.parse(structuredField: text, in: &arena)
            return nil
        } catch {
            return "Fingerpost-Device: \(error)"
        }
    }

    /// Parses the field `Fingerpost-App`, in which an app states its platform and, after a space, its version: `android 2.1`.
    ///
    /// An HTTP library's agent names neither the platform nor the app, or is one of bots.
    func readApp(_ request: borrowing Request) throws(APIError) {
        guard let field = request.onlyValue(of: "fingerpost-app") else { return }
        let end = field.firstIndex(of: UInt8(ascii: " ")) ?? field.count
        guard let platform = Platform.named(field.extracting(0..<end)), platform != .unknown else {
            throw .unreadableApp
        }
        // The app is open, so it gets its link whatever its version, and compares it with the minimum itself.
        var report = AppReport(state: .current)
        if end + 1 < field.count { report.version = arena.append(field.extracting((end + 1)..<field.count)) }
        var profile = self.request.profile ?? DeviceProfile()
        (profile.platform, profile.bot, profile.apps) = (platform, false, [report])
        self.request.profile = profile
    }

    /// Reads the country from a request field with the given lower-case name. Ignores a repeated field, and values that are
    /// not a country code (ISO 3166-1 alpha-2).
    func readCountry(_ name: [UInt8]) {
        var found: TextRange?
        for header in request.otherHeaders where Self.is(header.name, name, in: arena) {
            guard found == nil else { return }
            found = header.value
        }
        guard let found, found.count == 2, arena[found.start].isAlpha, arena[found.start + 1].isAlpha else { return }
        request.country = found
    }

    private static func `is`(_ range: TextRange, _ name: [UInt8], in arena: borrowing ByteArena) -> Bool {
        arena[range].equals(name.span)
    }
}

extension APIError {
    fileprivate static let unreadableApp = APIError(
        .badRequest, "Fingerpost-App: expected a platform and the app's version, such as `android 2.1` or `ios 3.0.1`")
}
