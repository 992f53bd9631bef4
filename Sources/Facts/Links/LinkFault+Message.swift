public import ByteText
import WebAddress

extension LinkFault {
    /// The fault's message: the parameter, the sentence of its code, the character at fault, and the detail. Allocates.
    public var message: String {
        var arena = ByteArena(capacity: 256)
        return arena.string(appendMessage(to: &arena))
    }

    /// Appends ``message``. Allocates nothing where the arena has room.
    public func appendMessage(to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        if let parameter {
            arena.append(parameter.name)
            arena.append(": ")
        }
        arena.append(continueURL?.sentence ?? code.sentence)
        if let place {
            arena.append(" ")
            place.append(to: &arena)
        }
        if let cause {
            arena.append(" ")
            arena.append(cause.sentence)
        }
        return arena.piece(from: mark)
    }
}
