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
}
