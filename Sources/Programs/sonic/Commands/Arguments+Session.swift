import HTML
import SonicProtocol
import SonicSession

// Options of several commands that are more than a word or a number.
extension Arguments {
    /// The cache policy of the session, from the one option that specifies it.
    var mode: SessionMode {
        get throws(CommandFailure) {
            let modes: [(option: Option, mode: SessionMode)] = [
                (.offline, .cacheOnly), (.force, .forceReload), (.reload, .reload),
            ]
            let other = modes.first { has($0.option) }
            guard let name = value(.cachePolicy) else { return other?.mode ?? .open }
            if let other {
                throw Mistake(
                    message: "--cache-policy and \(other.option.longName) exclude each other; use one")
            }
            guard let mode = CacheMode(named: name), mode != .noStore else {
                throw Mistake(
                    message: "unknown cache policy “\(name)”; --cache-policy takes one of "
                        + Option.cachePolicy.values.words.joined(separator: ", ")
                        + "; to store nothing, use --private")
            }
            return SessionMode(mode)
        }
    }

    /// The encoding chosen for pages; nil if none was given.
    var encoding: ChosenEncoding? {
        get throws(CommandFailure) {
            guard let name = value(.charset) else { return nil }
            guard let chosen = ChosenEncoding(name) else {
                throw Mistake(
                    message: "unknown encoding “\(name)”; --charset takes one of these, or another label of "
                        + "the WHATWG Encoding standard: \(ChosenEncoding.names)")
            }
            return chosen
        }
    }

    private static let types = [
        "html": "text/html", "text": "text/plain", "markdown": "text/markdown", "feed": "application/rss+xml",
        "xml": "application/xml",
    ]

    /// The media type of `--type`; nil if it was not given.
    var type: String? {
        get throws(CommandFailure) {
            guard let word = value(.type) else { return nil }
            if let type = Self.types[word.lowercased()] { return type }
            let isType =
                word.split(separator: "/", omittingEmptySubsequences: false).count == 2
                && !word.hasPrefix("/") && !word.hasSuffix("/")
            guard isType else {
                throw Mistake(
                    message: "unknown type “\(word)”; --type takes one of "
                        + Option.type.values.words.joined(separator: ", ")
                        + ", or a media type such as text/csv")
            }
            return word.lowercased()
        }
    }
}
