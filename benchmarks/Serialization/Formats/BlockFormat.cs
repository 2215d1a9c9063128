namespace Benchmarks.Serialization.Formats;

/// <summary>One way from a block to bytes and back, ready to be timed.</summary>
/// <param name="Name">Its name in the figures.</param>
/// <param name="Encode">Encodes the block once; returns the bytes used.</param>
/// <param name="Decode">Decodes the bytes of <paramref name="Encode"/> once.</param>
/// <param name="Check">Throws when what was decoded last is not the block, bit for bit.</param>
internal sealed record BlockFormat(string Name, Func<int> Encode, Action Decode, Action Check);
