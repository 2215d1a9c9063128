using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Tables;

/// <summary>One column of content: what people edit, without number, revision and author.</summary>
/// <param name="Name">Its name in SQL.</param>
/// <param name="Get">Its value of a row of the table's type: text, long, double, bool, DateTimeOffset or null.</param>
/// <param name="IsKey">Part of what the row is found by.</param>
internal sealed record Column(string Name, Func<Definition, object?> Get, bool IsKey = false);
