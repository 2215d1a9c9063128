using System.Collections.Immutable;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Database;

/// <summary>The answer of <see cref="IVariableRepository.GetDBSignalVars"/>.</summary>
/// <param name="Revision">Edits of the database so far.</param>
/// <param name="Variables">Enabled variables by number of the row; each has its own revision.</param>
/// <param name="Broken">Rows that could not be used.</param>
public sealed record StationVariables(long Revision, ImmutableArray<SignalVariable> Variables, ImmutableArray<BrokenRow> Broken);
