import Configuration
import Terminal

extension Output {
    /// Prints a problem in a rules or settings file.
    static func diagnostic(_ diagnostic: FileDiagnostic) { errors(diagnostic.styled) }
}
