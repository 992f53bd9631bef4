#if DEBUG
import ByteText
import Testing

/// Release builds have no check, so these are compiled in debug builds only.
@Suite("References without counting, in debug builds")
struct LentTests {
    private final class Number {
        let value = 7
    }

    @Test("an object that is alive is used")
    func alive() {
        let owner = Number()
        #expect(unsafe Lent(owner).use { $0.value } == 7)
        withExtendedLifetime(owner) {}
    }

    @Test("a use after the object's end stops the program")
    func ended() async {
        await #expect(processExitsWith: .failure) {
            let lent = unsafe Lent(Number())
            _ = lent.use { $0.value }
        }
    }
}
#endif
