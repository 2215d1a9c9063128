namespace FuncLibs.Hosting.State;

/// <summary>A data stream of a publisher.</summary>
/// <param name="Id">Number, from 1, given at first sight and never used again for another.</param>
/// <param name="Name">Name, the last level of its topic.</param>
public sealed record StateStream(uint Id, string Name);
