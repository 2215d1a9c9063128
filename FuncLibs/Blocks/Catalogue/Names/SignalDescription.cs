namespace FuncLibs.Blocks.Catalogue.Names;

/// <summary>One signal of a stream.</summary>
/// <param name="Name">Its name in expressions and configuration: <c>servo1.force</c>, <c>ad7</c>, <c>bitin3</c>.</param>
/// <param name="Address">Where it lies in a block.</param>
/// <param name="Unit">Unit of its values; empty is dimensionless.</param>
/// <param name="Min">Lower end of its range; minus infinity when unknown.</param>
/// <param name="Max">Upper end of its range.</param>
/// <param name="RateHz">Values a second; for a digital line, blocks a second.</param>
/// <param name="Points">Values of a full block.</param>
public sealed record SignalDescription(
    string Name, SignalAddress Address, string Unit, double Min, double Max, double RateHz, int Points);
