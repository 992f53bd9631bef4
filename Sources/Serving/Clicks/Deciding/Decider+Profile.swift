import ByteText
import Devices
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
