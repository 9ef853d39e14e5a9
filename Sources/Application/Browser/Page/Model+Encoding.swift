import CellGrid
import HTML
import SonicProtocol

/// The encodings that were chosen for pages, by their addresses without a fragment.
typealias PageEncodings = [WebURL: EncodingChoice]

// The encoding that the page on the screen is read in, where the reader knows better than the page.
extension Model {
    /// The encoding that was chosen for a page, here or by the configuration; nil lets the page say so.
    func encoding(of url: WebURL) -> EncodingChoice? {
        account.encodings[url.withoutFragment] ?? settings.encoding(at: url)
    }

    /// Reads the page in the encoding that a label names, goes back to what counted before for `auto`, or tells which
    /// counts where nothing is named. The bytes that are here are read anew; nothing is asked for or stored.
    mutating func chooseEncoding(_ label: String) {
        guard let document, document.source != .own else {
            notice = .refusal(keys.namingKeys(DisabledReason.noPage.rawValue).sentence)
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
    /// Reads the page in an encoding, with all that stands for it or would be compared with it.
    mutating func read(as chosen: EncodingChoice?) {
        document?.read(as: chosen)
        under?.read(as: chosen)
        navigation?.now.read(as: chosen)
        guard let base = reading?.base else { return }
        reading?.base?.kind = base.kind.read(as: chosen)
    }
}

extension TextDialog {
    /// The encodings that can be chosen, with the labels that mean them.
    fileprivate static var encodings: TextDialog {
        TextDialog(
            title: "encodings",
            [Line(text: "auto  as declared by the page, else a guess", role: .text)]
                + CharacterEncoding.allCases.map { encoding in
                    let own = encoding.name.lowercased()
                    let others = encoding.labels.filter { $0 != own }
                    return Line(
                        text: encoding.name + (others.isEmpty ? "" : "  " + others.joined(separator: " ")),
                        role: .text)
                })
    }
}
