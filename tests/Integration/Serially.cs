// These tests start processes and measure time: one class after the other, or they would measure each other.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
