using FuncLibs.Journal.Retention;
using FuncLibs.Messaging.Wire.Broadcast;

namespace HardwareConnector.Recording;

/// <summary>Holds claims against what is still there. Any thread.</summary>
public sealed class LeaseView(Recorder recorder)
{
    /// <summary>True when some of what a consumer needs was removed: it will be told that the range is gone.</summary>
    public bool IsCut(RetentionLease claim)
    {
        if (recorder.Marks(claim.Stream)?.Oldest is not { } oldest || claim.Epoch > oldest.Epoch)
            return false;
        if (claim.Epoch == oldest.Epoch)
            return claim.Delivered + 1 < oldest.Sequence;
        return oldest.Sequence > 1 || EndedBehind(claim, oldest);
    }

    // The oldest record is the first of its epoch: what is missing is whatever epochs before it had behind the position.
    private bool EndedBehind(RetentionLease claim, JournalPoint oldest)
    {
        foreach (ClosedEpoch closed in recorder.Epochs.All)
        {
            if (closed.Stream == claim.Stream && closed.Epoch < oldest.Epoch && closed.Epoch >= claim.Epoch && claim.Needs(closed.Epoch, closed.Last))
                return true;
        }

        return false;
    }
}
