/// ISO-2022-JP (Encoding Standard §12.2): escapes switch between ASCII, the Roman set, katakana and the two-byte
/// set JIS X 0208, which the system converts in its form in EUC-JP.
struct JapaneseEscapes: Sendable, Hashable {
    private enum Charset: Sendable {
        case ascii, roman, katakana, twoBytes
    }

    /// What was read since the last escape.
    private enum Passage: Sendable {
        /// Nothing, so that another escape is an error.
        case empty
        case begun
    }

    private var charset = Charset.ascii
    private var passage = Passage.begun

    /// Decodes complete characters and escapes, appends their text to the output, and returns the number of
    /// bytes consumed.
    mutating func decode(
        _ bytes: ArraySlice<UInt8>, _ conversion: CharacterConversion, to output: inout [UInt8]
    ) -> Int {
        // What is the same in EUC-JP is converted in one run.
        var run: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            let next = index + 1 < bytes.endIndex ? bytes[index + 1] : nil
            if byte == 0x1B {
                guard let length = escape(bytes[index...], &run, conversion, &output) else { break }
                index += length
                continue
            }
            passage = .begun
            switch charset {
            case .ascii, .roman:
                if byte == 0x0E || byte == 0x0F || byte >= 0x80 {
                    fault(&run, conversion, &output)
                } else if charset == .roman, byte == 0x5C || byte == 0x7E {
                    convert(&run, conversion, &output)
                    output += byte == 0x5C ? "¥".utf8 : "‾".utf8
                } else {
                    run.append(byte)
                }
                index += 1
            case .katakana:
                if 0x21...0x5F ~= byte {
                    run += [0x8E, byte | 0x80]
                } else {
                    fault(&run, conversion, &output)
                }
                index += 1
            case .twoBytes:
                guard 0x21...0x7E ~= byte else {
                    fault(&run, conversion, &output)
                    index += 1
                    continue
                }
                guard let next else {
                    convert(&run, conversion, &output)
                    return index - bytes.startIndex
                }
                if 0x21...0x7E ~= next {
                    run += [byte | 0x80, next | 0x80]
                    index += 2
                } else {
                    fault(&run, conversion, &output)
                    // An escape is decoded separately.
                    index += next == 0x1B ? 1 : 2
                }
            }
        }
        convert(&run, conversion, &output)
        return index - bytes.startIndex
    }

    /// Reads an escape and returns its length; nil if it is incomplete.
    private mutating func escape(
        _ bytes: ArraySlice<UInt8>, _ run: inout [UInt8], _ conversion: CharacterConversion,
        _ output: inout [UInt8]
    ) -> Int? {
        let code = bytes.dropFirst().prefix(2)
        let sets: [(code: [UInt8], charset: Charset)] = [
            (Array("(B".utf8), .ascii), (Array("(J".utf8), .roman), (Array("(I".utf8), .katakana),
            (Array("$@".utf8), .twoBytes), (Array("$B".utf8), .twoBytes),
        ]
        if let set = sets.first(where: { code.elementsEqual($0.code) }) {
            if passage == .empty { fault(&run, conversion, &output) }
            charset = set.charset
            passage = .empty
            return 3
        }
        if sets.contains(where: { $0.code.starts(with: code) }) { return nil }
        fault(&run, conversion, &output)
        passage = .begun
        return 1
    }

    private func fault(_ run: inout [UInt8], _ conversion: CharacterConversion, _ output: inout [UInt8]) {
        convert(&run, conversion, &output)
        output += TextDecoder.replacement
    }

    private func convert(_ run: inout [UInt8], _ conversion: CharacterConversion, _ output: inout [UInt8]) {
        guard !run.isEmpty else { return }
        _ = conversion.convert(.eucJP, run[...], &output) { bytes, output in
            // The run contains complete characters, so that no more bytes are needed.
            Malformed(.eucJP, bytes)?.replace(in: &output) ?? bytes.count
        }
        run.removeAll(keepingCapacity: true)
    }
}
