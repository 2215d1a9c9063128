using System.Collections.Immutable;
using FuncLibs.Blocks;

namespace Testing;

/// <summary>Channels x points x sensors of a group, all channels alike.</summary>
public readonly record struct GroupShape(int Channels, int Points, int Sensors)
{
    internal ImmutableArray<ChannelShape> Shapes() =>
        [.. Enumerable.Repeat(new ChannelShape(Points, Sensors), Channels)];
}

/// <summary>The shape of a block of the golden vectors.</summary>
public sealed record ReferenceShape(
    GroupShape Servo, GroupShape Temp, GroupShape AD, int BitIn, int BitOut, long FirstSampleIndex)
{
    /// <summary>The layout that just holds it.</summary>
    public BlockLayout Layout() => new(Servo.Shapes(), Temp.Shapes(), AD.Shapes(), BitIn, BitOut);
}
