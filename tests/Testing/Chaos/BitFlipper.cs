namespace Testing.Chaos;

/// <summary>Flips single bits with a probability a byte. The distance to the next one is drawn,
/// so that a good byte costs nothing.</summary>
internal sealed class BitFlipper(Random random)
{
    private double _probability;
    private double _distance;

    /// <summary>Flips bits in place; returns how many.</summary>
    public int Flip(Span<byte> bytes, double probability)
    {
        if (probability != _probability)
            (_probability, _distance) = (probability, Draw(probability));
        if (probability <= 0)
            return 0;
        int flipped = 0;
        while (_distance < bytes.Length)
        {
            bytes[(int)_distance] ^= (byte)(1 << random.Next(8));
            _distance += 1 + Draw(probability);
            flipped++;
        }

        _distance -= bytes.Length;
        return flipped;
    }

    // Geometric: good bytes before the next bad one.
    private double Draw(double probability) =>
        probability >= 1 ? 0
            : probability <= 0 ? double.MaxValue
            : Math.Floor(Math.Log(1 - random.NextDouble()) / Math.Log(1 - probability));
}
