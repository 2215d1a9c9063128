using FuncLibs.Signals;
using SignalMonitor.Formatting;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// The mean of a variable over its next values, counted on the compute thread: any thread requests it, one at a time.
/// Without a request a block costs one read.
/// </summary>
internal sealed class MeanMeasurement
{
    private Request? _request;

    /// <summary>Any thread: measures.</summary>
    /// <param name="plan">The plan in force.</param>
    /// <param name="variable">The variable; a column.</param>
    /// <param name="values">How many values.</param>
    /// <param name="stop">Withdraws it.</param>
    public async Task<MeanOutcome> Measure(
        VariablePlan plan, RunningVariable variable, long values, CancellationToken stop)
    {
        Request request = new(plan, variable, values);
        if (Interlocked.CompareExchange(ref _request, request, null) is not null)
            return new MeanOutcome(double.NaN, 0, "another mean of this stream is being measured; try again in a moment");
        try
        {
            return await request.Answer.WaitAsync(stop);
        }
        catch (OperationCanceledException)
        {
            return new MeanOutcome(
                double.NaN, 0, "its values stopped while they were measured; nothing was changed: see /health");
        }
        finally
        {
            Interlocked.CompareExchange(ref _request, null, request);
        }
    }

    /// <summary>Compute: the program has run over a block.</summary>
    public void Serve(VariablePlan plan, bool hasGap)
    {
        if (Volatile.Read(ref _request) is { } request && request.Take(plan, hasGap))
            Interlocked.CompareExchange(ref _request, null, request);
    }

    private sealed class Request(VariablePlan plan, RunningVariable variable, long values)
    {
        // Continuations run elsewhere: the compute thread only leaves the answer.
        private readonly TaskCompletionSource<MeanOutcome> _answer =
            new(TaskCreationOptions.RunContinuationsAsynchronously);
        private VariablePlan _plan = plan;
        private int _place = variable.Place;
        private double _first;
        private double _sum;
        private long _count;

        public Task<MeanOutcome> Answer => _answer.Task;

        // True when it is answered.
        public bool Take(VariablePlan now, bool hasGap)
        {
            if (!ReferenceEquals(_plan, now) && !TryFollow(now))
                return Refuse("its definition was changed while its values were measured; nothing was changed");
            if (hasGap && _count > 0)
                return Refuse("samples are missing among its values; nothing was changed: try again");
            ReadOnlySpan<double> block = now.Program.Values(_place);
            block = block[..(int)Math.Min(block.Length, values - _count)];
            if (!now.Program.IsGood(_place))
            {
                foreach (Quality quality in now.Program.Qualities(_place)[..block.Length])
                {
                    if (quality > Quality.Uncertain)
                        return Refuse($"its values are {StateNames.NameOf(quality)}; nothing was changed");
                }
            }

            // As differences from the first value: those of a large value with little noise lose no digits.
            foreach (double value in block)
            {
                if (!double.IsFinite(value))
                    return Refuse("its values are not all numbers; nothing was changed");
                if (_count++ == 0)
                    _first = value;
                _sum += value - _first;
            }

            if (_count < values)
                return false;
            _answer.TrySetResult(new MeanOutcome(_first + (_sum / _count), _count, null));
            return true;
        }

        // Another definition was edited, or a test run began: the values are measured from here on.
        private bool TryFollow(VariablePlan now)
        {
            foreach (RunningVariable other in now.Variables)
            {
                if (other.Definition.Id != variable.Definition.Id
                    || other.Definition.Revision != variable.Definition.Revision || !other.IsRunning)
                    continue;
                (_plan, _place, _count, _sum) = (now, other.Place, 0, 0);
                return true;
            }

            return false;
        }

        private bool Refuse(string why)
        {
            _answer.TrySetResult(new MeanOutcome(double.NaN, _count, why));
            return true;
        }
    }
}

/// <summary>A mean, or why there is none.</summary>
/// <param name="Mean">The mean, in the unit of the variable.</param>
/// <param name="Values">Values that it is of.</param>
/// <param name="Fault">Why there is none; null when there is.</param>
internal readonly record struct MeanOutcome(double Mean, long Values, string? Fault);
