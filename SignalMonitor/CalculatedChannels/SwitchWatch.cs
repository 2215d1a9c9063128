using System.Threading.Channels;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.CalculatedChannels;

/// <summary>The switches of definitions of all streams since it was made, for one that waits. Bounded.</summary>
/// <param name="gone">Called when it is disposed.</param>
internal sealed class SwitchWatch(Action<SwitchWatch> gone) : IDisposable
{
    private const int Capacity = 256;

    private readonly Channel<PlanSwitch> _switches = Channel.CreateBounded<PlanSwitch>(
        new BoundedChannelOptions(Capacity) { FullMode = BoundedChannelFullMode.DropOldest });

    /// <summary>Compute threads: a switch was made.</summary>
    public void Add(PlanSwitch made) => _switches.Writer.TryWrite(made);

    /// <summary>The first switch of a stream to an edit of a variable, or to a later one.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="edited">The variable as it is stored now.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <exception cref="OperationCanceledException">It did not come in time.</exception>
    public async Task<PlanSwitch> FirstOf(StreamVariables stream, SignalVariable edited, CancellationToken stop)
    {
        while (true)
        {
            PlanSwitch made = await _switches.Reader.ReadAsync(stop);
            if (ReferenceEquals(made.Variables, stream) && made.Next.Set.Variables.Any(
                variable => variable.Id == edited.Id && variable.Revision >= edited.Revision))
                return made;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => gone(this);
}
