import CellGrid
import HTML
import SonicProtocol

/// The encodings chosen for pages, by their addresses without a fragment.
typealias PageEncodings = [WebURL: EncodingChoice]

// The encoding of the page on the screen, if the reader overrides it.
extension Model {
    /// Returns the encoding chosen for a page by the reader or the configuration, or nil to let the page declare it.
    func encoding(of url: WebURL) -> EncodingChoice? {
        account.encodings[url.withoutFragment] ?? settings.encoding(at: url)
    }

    /// Decodes the page in the encoding of a label, removes the choice for `auto`, or shows the current encoding for an
    /// empty label. The loaded bytes are decoded again; nothing is requested or stored.
    mutating func chooseEncoding(_ label: String) {
        guard let document, document.source != .own else {
            notice = .refusal(words(of: .noPage))
            return
        }
        guard !label.isEmpty else {
            notice = .news("Read as \(document.encodingWords).")
            return
        }
        guard let chosen = ChosenEncoding(label) else {
            overlay = TextDialog.encodings
            notice = .failure("Unknown encoding “\(VisibleText.line(label))”; these are known.")
            return
        }
        let page = document.url.withoutFragment
        switch chosen {
        case .automatic: account.encodings[page] = nil
        case .encoding(let encoding): account.encodings[page] = EncodingChoice(encoding, .reader)
        }
        account.tabs.front.read(as: self.encoding(of: page))
        notice = self.document.map { .news("Read as \($0.encodingWords).") }
    }
}

extension Tab {
    /// Decodes the page and all versions kept with it in an encoding.
    fileprivate mutating func read(as chosen: EncodingChoice?) {
        document?.read(as: chosen)
        under?.read(as: chosen)
        navigation?.now.read(as: chosen)
        guard let base = reading?.base else { return }
        reading?.base?.kind = base.kind.read(as: chosen)
    }
}

extension TextDialog {
    /// The available encodings with their labels.
    fileprivate static var encodings: TextDialog {
        TextDialog(
            title: "encodings",
            [StyledLine.Run(text: "auto  as declared by the page, else a guess", role: .text)]
                + CharacterEncoding.allCases.map { encoding in
                    let own = encoding.name.lowercased()
                    let others = encoding.labels.filter { $0 != own }
                    return StyledLine.Run(
                        text: encoding.name + (others.isEmpty ? "" : "  " + others.joined(separator: " ")),
                        role: .text)
                })
    }
}
