#ifndef PENUMBRA_PROCESSOR_H
#define PENUMBRA_PROCESSOR_H

#include <stdbool.h>

/// True if this processor can run AVX2 code and the system saves its registers.
bool penumbra_processor_has_avx2(void);

/// True if this processor has the bit operations of BMI1 and BMI2.
bool penumbra_processor_has_bmi2(void);

/// Counts the processors this process may be scheduled on, at least 1.
int penumbra_processor_count(void);

#endif
