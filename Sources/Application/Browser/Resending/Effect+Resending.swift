import CellGrid
import Diagnostics
import SonicProtocol
import SonicSession

extension Effect {
    /// What is asked about requests that the reader edited.
    public enum Resending: Sendable, Equatable {
        /// Find out what requests for this page can be edited with: `Report.materialsFound`.
        case findMaterials(WebURL)
        /// Send requests without storing the responses: `Report.ended`.
        case send(ResendOrder)
        /// Give up what was sent under this number; nothing of it is reported.
        case stop(Int)
        /// Read the file of requests at a path, one of which is meant: `Report.fileRead`.
        case readFile(String, number: Int?)
        /// Write after all what the session of this number wanted written: `Report.stored`.
        case store(Int)

        /// What becomes of such requests.
        public enum Report: Sendable {
            /// Requests for this page can be edited with this.
            case materialsFound(ResendMaterials, for: WebURL)
            /// All that was sent under this number was answered, or was not; one trace for each request.
            case ended([SessionTrace], number: Int)
            /// This is the text of a file of requests, of which the one of a number is meant.
            case fileRead(String, number: Int?)
            /// A file of requests could not be read, for this reason.
            case fileRefused(String)
            /// This became of a response that was to be stored after all.
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
