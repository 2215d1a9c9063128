namespace SignalMonitor.Variables.Schema;

/// <summary>One step of the tables.</summary>
/// <param name="Version">The version that it leads to, from 1.</param>
/// <param name="Name">File name, for messages.</param>
/// <param name="Script">Statements of plain SQL.</param>
internal sealed record Migration(int Version, string Name, string Script);
