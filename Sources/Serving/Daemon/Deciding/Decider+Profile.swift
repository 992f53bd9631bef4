import ByteText
import Devices
import Routing

extension Decider {
    /// Takes the device profile of a `Fingerpost-Device` field; gives what is wrong with it, or nil.
    func readProfile(_ field: Span<UInt8>) -> String? {
        let text = arena.append(field)
        do throws(DeviceProfileFault) {
            request.profile = try DeviceProfile.parse(structuredField: text, in: &arena)
            return nil
        } catch {
            return "Fingerpost-Device: \(error)"
        }
    }

    /// Takes the country from a field of the request, whose name is given in lower case. A field that stands twice says
    /// nothing, and so does a value that is no country code (ISO 3166-1 alpha-2).
    func readCountry(_ name: [UInt8]) {
        var found: TextRange?
        for header in request.headers where Self.is(header.name, name, in: arena) {
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
