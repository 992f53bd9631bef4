import ByteText
import Devices
import Routing

extension Decider {
    /// Reads the device profile from a `Fingerpost-Device` field; returns what is wrong with it, or nil.
    func readProfile(_ field: Span<UInt8>) -> String? {
        readProfile(arena.append(field))
    }

    /// The same of a text of the arena.
    func readProfile(_ text: TextRange) -> String? {
        do throws(DeviceProfileFault) {
            request.profile = try DeviceProfile.parse(structuredField: text, in: &arena)
            return nil
        } catch {
            return "Fingerpost-Device: \(error)"
        }
    }

    /// Reads the country from a field of the request, by its name in lower case. Ignores a repeated field, and a value
    /// that is not a country code (ISO 3166-1 alpha-2).
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
