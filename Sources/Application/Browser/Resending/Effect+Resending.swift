import CellGrid
import SonicProtocol
import SonicSession
import Workbench

extension Effect {
    /// Effects of requests that the reader edited.
    public enum Resending: Sendable, Equatable {
        /// Look up what requests for this page can be edited with: `Report.materialsFound`.
        case findMaterials(WebURL)
        /// Send requests without storing the responses: `Report.ended`.
        case send(ResendOrder)
        /// Cancel the requests sent under this number; nothing of them is reported.
        case stop(Int)
        /// Read a file of requests at a path and select one of them: `Report.fileRead`.
        case readFile(String, number: Int?)
        /// Store what the session of this number would have stored: `Report.stored`.
        case store(Int)

        /// The reports of these effects.
        public enum Report: Sendable {
            /// The materials with which requests for this page can be edited.
            case materialsFound(ResendMaterials, for: WebURL)
            /// All requests sent under this number have ended, with a trace of each.
            case ended([SessionTrace], number: Int)
            /// The text of a file of requests, and the number of the selected one.
            case fileRead(String, number: Int?)
            /// A file of requests could not be read, for this reason.
            case fileRefused(String)
            /// The outcome of storing a response.
            case stored(ResendStorage)
        }
    }
}

extension Effect.Resending.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .materialsFound(let materials, let url): model.setMaterials(materials, for: url)
        case .ended(let traces, let number): model.receive(traces, of: number)
        case .fileRead(let text, let number): model.edit(requestsIn: text, number)
        case .fileRefused(let words): model.notice = .failure(VisibleText.line(words.ended))
        case .stored(let storage): return model.show(storage)
        }
        return []
    }
}
