import SonicProtocol

extension Secrets.Handling {
    /// A description of the handling of secrets.
    var words: String { self == .masked ? "secrets masked" : "secrets included" }

    /// The notice after a change for the screen.
    var news: String {
        self == .masked
            ? "Secrets are masked again."
            : "SECRETS ARE SHOWN, here and in the headers, until they are masked again."
    }

    /// Switches between including and masking secrets.
    mutating func toggle() { self = self == .masked ? .kept : .masked }
}
