namespace Simulator.Commands.Waves;

/// <summary>Nothing but the mean.</summary>
/// <param name="ticks">Length; 0: without end.</param>
internal sealed class HoldWave(long ticks) : Wave
{
    /// <inheritdoc/>
    public override long Ticks => ticks;

    /// <inheritdoc/>
    public override long Cycles => 0;

    /// <inheritdoc/>
    public override double Value => 0;

    /// <inheritdoc/>
    public override void Advance()
    {
        // It stays.
    }

    /// <inheritdoc/>
    public override void Restart()
    {
        // It has no course.
    }
}
