import Configuration
import HTML
import SonicProtocol

/// The settings of the configuration, overridden by those of the command line.
public struct BrowserSettings: Sendable {
    /// The settings that apply at the start, and where no address is given.
    package var general = Choices()
    /// Returns the page that an address identifies, which also depends on the connection; nil if the address decides.
    public var identity: @Sendable (WebURL) -> PageIdentity? = { _ in nil }
    /// The source of the choice of the encoding.
    public var encodingOrigin = EncodingChoice.Origin.setting
    /// The reader's style sheets, in UTF-8, by their names in the setting `user-styles`.
    public var styleSheets: [String: [UInt8]] = [:]
    private let choices: @Sendable (WebURL) -> Choices

    /// Creates settings from a function that returns those of an address, whatever their source.
    package init(_ choices: @escaping @Sendable (WebURL) -> Choices = { _ in Choices() }) {
        self.choices = choices
    }

    /// The settings for the pages of an address.
    package subscript(url: WebURL) -> Choices { choices(url) }

    /// Returns the reader's style sheets for the pages of an address.
    public func readerSheets(at url: WebURL) -> [[UInt8]] {
        // Most readers have none, which saves the lookup of the settings of the address.
        styleSheets.isEmpty ? [] : self[url][Settings.userStyles].compactMap { styleSheets[$0] }
    }

    /// Returns the encoding that overrides the one declared by pages of an address; nil if they decide.
    public func encoding(at url: WebURL) -> EncodingChoice? {
        self[url][Settings.encoding].map { EncodingChoice($0, encodingOrigin) }
    }
}
